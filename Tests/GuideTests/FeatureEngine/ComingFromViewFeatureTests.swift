import FeatureEngine
import StoreTesting
import Testing

// What the guide for those who know ViewFeature says behaves differently.

private struct DownloadFeature: Feature {
  @Observable
  final class State {
    var isDownloading = false
    var failure: String?
  }

  enum Action: Sendable {
    case startDownload
    case stop
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .startDownload:
        state.isDownloading = true
        return .run(id: "download") { state in
          _ = try await search("sw")
          state.isDownloading = false
        }
        .catch { error, state in state.failure = "\(error)" }
      case .stop:
        state.isDownloading = false
        return .cancel(id: "download")
      }
    }
  }
}

@MainActor
@Suite struct ComingFromViewFeatureTests {
  private let store = Store(initialState: DownloadFeature.State(), feature: DownloadFeature())

  @Test func `send has handled the action when it returns`() {
    store.send(.startDownload)
    let isDownloading = store.isTaskRunning(id: "download")  // true, without an await in between

    #expect(isDownloading)
    #expect(store.state.isDownloading)
  }

  @Test func `an action cancels a running task, and shows no error`() async {
    store.send(.startDownload)
    store.send(.stop)
    #expect(store.runningTaskCount == 0)
    await store.settle()
    #expect(!store.state.isDownloading)
    #expect(store.state.failure == nil)
  }
}
