#if Exhaustive
import FeatureEngine
import StoreTesting
import Testing

/// A part that the reference's "Pattern 3" leaves open: a cancel is immediate and final.
@MainActor
@Suite struct DownloadCancellationTests {
  @Test func `a download that is cancelled before it began never writes`() async {
    let watch = DrainWatch()
    let store = Store(
      initialState: DownloadFeature.State(),
      feature: DownloadFeature(),
      options: StoreOptions(observers: [watch])
    )
    store.send(.startDownload)
    await store.send(.cancelDownload).value
    #expect(!store.isTaskRunning(id: "download"))
    #expect(!store.state.isDownloading)
    #expect(store.state.progress < 1)

    await watch.wait()
    #expect(store.state.progress == 0)
    #expect(!store.state.isDownloading)
  }

  @Test func `a download that is cancelled midway takes no step after the current one`() async {
    let watch = DrainWatch()
    let store = Store(
      initialState: DownloadFeature.State(),
      feature: DownloadFeature(),
      options: StoreOptions(observers: [watch])
    )
    store.send(.startDownload)
    while store.state.progress == 0 { await nextChange { store.state.progress } }
    await store.send(.cancelDownload).value
    #expect(!store.isTaskRunning(id: "download"))
    let progress = store.state.progress
    #expect(progress < 1)

    await watch.wait()
    // Its sleep may have ended before the cancel, and its next write cannot be stopped; it does not sleep again.
    #expect(store.state.progress < progress + 0.15)
    #expect(!store.state.isDownloading)
  }

  /// Waits until a value that `read` reads is written.
  private func nextChange<Value>(of read: () -> Value) async {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = read()
      } onChange: {
        continuation.resume()
      }
    }
  }

  // MARK: On a clock

  /// The sample's feature, which sleeps on a clock that it is given.
  struct ClockedDownloadFeature: Feature {
    @Observable
    final class State {
      var isDownloading = false
      var progress: Double = 0.0
    }

    enum Action: Sendable {
      case startDownload
      case cancelDownload
    }

    let clock: any Clock<Duration>

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .startDownload:
          state.isDownloading = true
          state.progress = 0.0
          return .run(id: "download") { state in
            // Simulate long-running download
            for progress in stride(from: 0.0, through: 1.0, by: 0.1) {
              try await clock.sleep(for: .milliseconds(100))
              state.progress = progress
            }
            state.isDownloading = false
          }

        case .cancelDownload:
          state.isDownloading = false
          return .cancel(id: "download")
        }
      }
    }
  }

  private let executor: TestExecutor
  private let clock: TestClock
  private let store: Store<ClockedDownloadFeature>

  init() {
    executor = TestExecutor()
    clock = TestClock(executor: executor)
    store = Store(
      initialState: ClockedDownloadFeature.State(),
      feature: ClockedDownloadFeature(clock: clock),
      options: StoreOptions(executor: executor, clock: clock)
    )
  }

  @Test func `on a clock, a download takes its steps and ends`() async {
    store.send(.startDownload)
    await clock.advance(by: .milliseconds(350))
    #expect(store.state.progress == 0.2)
    #expect(store.isTaskRunning(id: "download"))

    await clock.runUntilIdle()
    #expect(clock.now.offset == .milliseconds(1_100))
    #expect(store.state.progress == 1)
    #expect(!store.state.isDownloading)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `on a clock, a cancelled download makes no progress`() async {
    store.send(.startDownload)
    await clock.advance(by: .milliseconds(350))
    await store.send(.cancelDownload).value
    #expect(!store.isTaskRunning(id: "download"))
    #expect(!store.state.isDownloading)
    #expect(store.state.progress == 0.2)

    await clock.advance(by: .seconds(2))
    #expect(clock.deadlines.isEmpty)
    #expect(store.state.progress == 0.2)
  }

  @Test func `on a clock, a download that is started again replaces the first`() async {
    store.send(.startDownload)
    await clock.advance(by: .milliseconds(350))
    store.send(.startDownload)
    #expect(store.state.progress == 0)
    #expect(store.runningTaskCount == 1)
    await clock.advance(by: .milliseconds(250))
    #expect(store.state.progress == 0.1)

    await clock.runUntilIdle()
    #expect(clock.now.offset == .milliseconds(1_450))
    #expect(store.state.progress == 1)
    #expect(!store.state.isDownloading)
  }

  @Test func `on a clock, a view that disappears cancels the download`() async {
    store.send(.startDownload)
    await clock.advance(by: .milliseconds(350))
    store.cancelTask(id: "download")
    #expect(store.runningTaskCount == 0)
    await clock.advance(by: .seconds(2))
    #expect(store.state.progress == 0.2)
    // The state is not informed: only its action sets the sample's flag.
    #expect(store.state.isDownloading)
  }
}
#endif
