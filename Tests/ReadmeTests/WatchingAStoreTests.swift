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
    func print(_ number: UInt64, _ kind: RuntimeEvent.Kind, _ cause: EventCause?, _ location: CallSite?) {
      let words =
        switch kind {
        case .actionHandled(let action, _): "\(action)"
        case .effectStarted(let info): "start of \(info.id.map(\.description) ?? "")"
        case .effectEnded(let info, _): "end of \(info.id.map(\.description) ?? "")"
        default: "something else"
        }
      let origin =
        switch cause {
        case .action(let id): "action \(id.rawValue)"
        case .effect: "an effect"
        case nil: "nobody"
        }
      lines.append("\(number) \(words) by \(origin)\(location == nil ? "" : ", at a line")")
    }

    let ring = EventRing(capacity: 100)
    let options = StoreOptions(
      name: "feed",
      observers: [ring, LogObserver(logger: Logger(label: "app.feed"))],
      onIssue: { issue in assertionFailure(issue.description) }
    )
    let store = Store<Int, CountAction>(initialState: 0, options: options) { state, action in
      switch action {
      case .load: (state, .cancellable({ .loaded(await fetchCount()) }, "load"))
      case .loaded(let count): (count, .none)
      }
    }
    await store.send(.load).value
    for event in ring.events {
      print(event.number, event.kind, event.cause, event.location)
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
    var store: Store<Int, CountAction>? = Store(initialState: 0) { count, _ in (count, .none) }
    store?.send(.load)
    weak let released = store
    store = nil
    #expect(released == nil)
  }
}
