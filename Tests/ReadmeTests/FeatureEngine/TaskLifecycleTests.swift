#if Exhaustive
import FeatureEngine
import Testing

// The sample of the reference's "Pattern 3: Task Lifecycle Management", as it stands there.

struct DownloadFeature: Feature {
  @Observable
  final class State {
    var isDownloading = false
    var progress: Double = 0.0
  }

  enum Action: Sendable {
    case startDownload
    case cancelDownload
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .startDownload:
        state.isDownloading = true
        state.progress = 0.0
        return .run(id: "download") { state in
          // Simulate long-running download
          for progress in stride(from: 0.0, through: 1.0, by: 0.1) {
            try await Task.sleep(for: .milliseconds(100))
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

@MainActor
@Suite struct TaskLifecycleTests {
  @Test func taskCanBeCancelledWhileRunning() async {
    let store = Store(
      initialState: DownloadFeature.State(),
      feature: DownloadFeature()
    )

    // Start task (fire-and-forget)
    store.send(.startDownload)

    // Verify task started
    #expect(store.isTaskRunning(id: "download"))
    #expect(store.state.isDownloading)

    // Cancel it
    await store.send(.cancelDownload).value

    // Verify cancellation
    #expect(!store.isTaskRunning(id: "download"))
    #expect(!store.state.isDownloading)
  }

  @Test func viewDisappearCancelsTask() async {
    let store = Store(
      initialState: DownloadFeature.State(),
      feature: DownloadFeature()
    )

    // View appears, start download
    store.send(.startDownload)
    #expect(store.isTaskRunning(id: "download"))

    // View disappears - cancel task
    store.cancelTask(id: "download")

    // Verify cleanup
    #expect(!store.isTaskRunning(id: "download"))
    #expect(store.runningTaskCount == 0)
  }
}
#endif
