import FeatureEngine
import StoreTesting
import Testing

// The differences that the guide for users of ViewFeature lists.

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

  var search: @Sendable (String) async throws -> [String] = { try await GuideTests.search($0) }

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

/// Tasks with a number for a name, and with names given to them afterwards.
private struct NamesFeature: Feature {
  @Observable
  final class State {}

  enum Action: Sendable {
    case number
    case replacing
    case sharing
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, _ in
      switch action {
      case .number: .run(id: 42) { _ in _ = try await search("sw") }
      case .replacing: .run { _ in _ = try await search("sw") }.cancellable(id: "search")
      case .sharing: .run { _ in _ = try await search("sw") }.cancellable(id: "search", cancelInFlight: false)
      }
    }
    .use(LoggingMiddleware())
  }
}

@MainActor
@Suite struct ComingFromViewFeatureTests {
  private let store = Store(initialState: DownloadFeature.State(), feature: DownloadFeature())

  @Test func `the action has been handled when send returns`() {
    store.send(.startDownload)
    let isDownloading = store.isTaskRunning(id: "download")  // true, without an await in between

    #expect(isDownloading)
    #expect(store.state.isDownloading)
  }

  @Test func `a newer task replaces the older one of its name, unless it shares the name`() {
    let store = Store(initialState: NamesFeature.State(), feature: NamesFeature())
    store.send(.replacing)
    store.send(.replacing)
    #expect(store.runningTaskCount == 1)
    store.send(.sharing)
    #expect(store.runningTaskCount == 2)
    store.cancelTask(id: "search")
    #expect(store.runningTaskCount == 0)
  }

  @Test func `a number and its digits are two names`() {
    let store = Store(initialState: NamesFeature.State(), feature: NamesFeature())
    store.send(.number)
    store.cancelTask(id: "42")
    #expect(store.isTaskRunning(id: 42))
    store.cancelTask(id: 42)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `an action cancels a running task, and shows no error`() async {
    let (bench, gate) = (TestBench(), Gate())
    let feature = DownloadFeature { _ in
      await gate.pass()
      try Task.checkCancellation()
      return []
    }
    let store = Store(initialState: DownloadFeature.State(), feature: feature, options: bench.options)
    store.send(.startDownload)
    await gate.waitForArrivals(1)
    store.send(.stop)
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
    #expect(store.runtime.drainingEffects.isEmpty)
    #expect(!store.state.isDownloading)
    #expect(store.state.failure == nil)
  }
}
