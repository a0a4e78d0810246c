import ElmEngine
import Logging
import StoreRecording
import StoreTesting
import Testing

// The sample of StoreCore's guide to watching a store, as it stands there.

private enum CountAction: Sendable {
  case load
  case loaded(Int)
}

private func fetchCount() async -> Int { 3 }

@MainActor
@Suite struct WatchingAStoreTests {
  @Test func `the sample`() async {
    var lines: [String] = []
    // Without the time.
    func print(_ line: String) { lines.append(String(line.split(separator: "ms  ").last ?? "")) }

    let recorder = Recorder()
    let options = StoreOptions(
      name: "feed",
      observers: [recorder, LogObserver(logger: Logger(label: "app.feed"))],
      onIssue: { issue in assertionFailure(issue.description) }
    )
    let store = Store(initialState: 0, options: options) { (state: Int, action: CountAction) in
      switch action {
      case .load: (state, .cancellable({ .loaded(await fetchCount()) }, "load"))
      case .loaded(let count): (count, .none)
      }
    }
    await store.send(.load).value
    for line in recorder.recording.lines {
      print(line)
    }

    #expect(
      lines == [
        "          feed: ElmEngine.Store, state Int, actions CountAction",
        "handled load", "effect load started, launched by load", "effect load finished",
        "handled loaded(3), sent by effect load",
      ]
    )
    #expect(store.state == 3)
  }

  @Test func `the sample of a store that is released`() {
    let options = StoreOptions(onIssue: { issue in Issue.record("\(issue)") })
    var store: Store<Int, CountAction>? = Store(initialState: 0, options: options) { count, _ in
      (count, .cancellable({ .loaded(await fetchCount()) }, "poll"))
    }
    store?.send(.load)
    #expect(store?.isTaskRunning(id: "poll") == true)
    weak let released = store
    store = nil
    #expect(released == nil)
  }
}
