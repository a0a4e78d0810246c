import ElmEngine
import StoreTesting
import Synchronization
import Testing

// The samples of the guide to effects and cancellation.

private struct Upload {
  var status = ""
  var stopped: [String] = []
}

private enum UploadAction: Sendable {
  case start(String)
  case stop
  case progressed(Int)
  case finished
  case failed(String)
  case stopped(String)
}

/// Uploads a photo in two steps of a second; some photos are refused after the first.
private final class Server: Sendable {
  struct Refused: Error {}

  let clock: TestClock
  let uploads = Mutex(0)

  init(clock: TestClock) {
    self.clock = clock
  }

  func upload(_ photo: String) -> AsyncThrowingStream<Int, any Error> {
    uploads.withLock { $0 += 1 }
    let percent = Mutex(0)
    return AsyncThrowingStream { [clock] in
      guard percent.withLock({ $0 < 100 }) else { return nil }
      try await clock.sleep(for: .seconds(1))
      if photo == "refused", percent.withLock({ $0 > 0 }) { throw Refused() }
      return percent.withLock { percent in
        percent += 50
        return percent
      }
    }
  }
}

@MainActor
@Suite struct EffectsAndCancellationTests {
  private let clock: TestClock
  private let server: Server
  private let store: Store<Upload, UploadAction>

  init() {
    let executor = TestExecutor()
    clock = TestClock(executor: executor)
    server = Server(clock: clock)
    store = Self.makeStore(server: server, options: StoreOptions(executor: executor))
  }

  private static func makeStore(server: Server, options: StoreOptions) -> Store<Upload, UploadAction> {
    let store = Store(initialState: Upload(), options: options) { (upload: inout Upload, action: UploadAction) in
      switch action {
      case .start(let photo):
        upload.status = "started"
        return .run(id: "upload") { send in
          for try await percent in server.upload(photo) { send(.progressed(percent)) }
          send(.finished)
        }
        .catch { error in .failed("\(error)") }
        .onCancel { .stopped(photo) }
      case .stop:
        upload.status = "stopped"
        return .cancel(id: "upload")

      case .progressed(let percent): upload.status = "\(percent) %"
      case .finished: upload.status = "finished"
      case .failed(let reason): upload.status = reason
      case .stopped(let photo): upload.stopped.append(photo)
      }
      return .none
    }
    return store
  }

  @Test func `an upload reports its progress, and fails or finishes`() async {
    store.send(.start("first.jpg"))
    #expect(store.state.status == "started")
    await clock.advance(by: .seconds(1))
    #expect(store.state.status == "50 %")
    await clock.advance(by: .seconds(1))
    #expect(store.state.status == "finished")

    store.send(.start("refused"))
    await clock.runUntilIdle()
    #expect(store.state.status == "Refused()")
  }

  @Test func `a cancel is answered by onCancel, and nothing else follows`() async {
    store.send(.start("first.jpg"))
    await clock.advance(by: .seconds(1))
    store.send(.stop)
    #expect(!store.isTaskRunning(id: "upload"))
    await store.settle()
    #expect(store.state.status == "stopped")
    #expect(store.state.stopped == ["first.jpg"])
    await clock.runUntilIdle()
    #expect(store.state.status == "stopped")
  }

  @Test func `the answer of a replaced effect comes after the beginning of the newer one`() async {
    store.send(.start("first.jpg"))
    store.send(.start("second.jpg"))
    await store.settle()
    #expect(store.state.stopped == ["first.jpg"])
    #expect(store.state.status == "started")
  }

  @Test func `an effect that is cancelled before it began never begins, and its onCancel is called`() async {
    store.send(.start("first.jpg"))
    store.send(.stop)
    await store.settle()
    #expect(server.uploads.withLock { $0 } == 0)
    #expect(store.state.stopped == ["first.jpg"])
    #expect(store.state.status == "stopped")
  }

  @Test func `names`() async {
    store.send(.start("first.jpg"))
    store.send(.start("second.jpg"))  // the first upload is cancelled
    let isUploading = store.isTaskRunning(id: "upload")  // true, without an await in between
    store.cancel(id: "upload")

    #expect(isUploading)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `waits`() async {
    Task { await clock.runUntilIdle() }

    let handle = store.send(.start("third.jpg"))
    await handle.value  // the upload has ended, failed, or was cancelled
    await store.settle()  // nothing more can happen by itself
    handle.cancel()  // what the action has caused, if it still runs

    #expect(store.state.status == "finished")
    #expect(store.runningTaskCount == 0)
  }

  @Test func `waits for an effect that sleeps`() async {
    async let isReady: Void = store.perform(.start("fourth.jpg"))
    await clock.advance(by: .seconds(2))
    await isReady

    #expect(store.state.status == "finished")
  }
}
