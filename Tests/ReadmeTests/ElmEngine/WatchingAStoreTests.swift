import ElmEngine
import Logging
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
    func print(_ event: RuntimeEvent) {
      let words =
        switch event.kind {
        case .actionHandled(let action, _): "\(action)"
        case .effectStarted(let info): "start of \(info.id.map(\.description) ?? "")"
        case .effectEnded(let info, _): "end of \(info.id.map(\.description) ?? "")"
        default: "something else"
        }
      let origin =
        switch event.cause {
        case .action(let id): "action \(id.rawValue)"
        case .effect: "an effect"
        case nil: "nobody"
        }
      lines.append("\(event.number) \(words) by \(origin)\(event.location == nil ? "" : ", at a line")")
    }

    let ring = EventRing(capacity: 100)
    let options = StoreOptions(
      name: "feed",
      observers: [ring, LogObserver(logger: Logger(label: "app.feed"))],
      onIssue: { issue in assertionFailure(issue.description) }
    )
    let store = Store(initialState: 0, options: options) { (state: Int, action: CountAction) in
      switch action {
      case .load: (state, .cancellable({ .loaded(await fetchCount()) }, "load"))
      case .loaded(let count): (count, .none)
      }
    }
    await store.send(.load).value
    for event in ring.events {
      print(event)
    }

    #expect(
      lines == [
        "1 load by nobody, at a line", "2 start of load by action 1", "3 end of load by action 1",
        "4 loaded(3) by an effect",
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
