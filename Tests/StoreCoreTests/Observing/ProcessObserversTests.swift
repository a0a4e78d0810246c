import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Observers of all stores of the process.
///
/// Other tests of the process make stores meanwhile: each test here looks at its own.
@MainActor
@Suite struct ProcessObserversTests {
  /// Records the stores that begin, and the events of those of one name.
  private final class Watch: StateObserver {
    let name: String
    let began = Locked<[StoreHandle]>([])
    let words = Locked<[String]>([])

    init(_ name: String) {
      self.name = name
    }

    func begin(_ store: StoreHandle) {
      if store.identity.name == name { began.withLock { $0.append(store) } }
    }

    func receive(_ event: RuntimeEvent) {
      guard event.store.name == name else { return }
      if case .actionHandled(let action, _) = event.kind { words.withLock { $0.append("\(action)") } }
    }

    func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
      { [self] reading in
        guard store.name == name, reading.event != nil, let state = reading.state else { return }
        words.withLock { $0.append("\(state)") }
      }
    }
  }

  private func store(_ name: String) -> ScriptStore<String> {
    let store = ScriptStore<String>(options: StoreOptions(name: name)) { _ in .none }
    store.runtime.shareState { [weak store] in (store?.state ?? []) as [String] }
    return store
  }

  @Test func `stores made from now on are observed until the subscription is cancelled`() {
    let watch = Watch("process 1")
    let before = store("process 1")
    let subscription = ProcessObservers.add(watch)
    let first = store("process 1")
    let second = store("process 1")
    #expect(watch.began.withLock { $0.map(\.identity) } == [first, second].map(\.runtime.identity))
    before.send("before")
    first.send("a")
    second.send("b")
    #expect(watch.words.withLock { $0 } == ["a", #"["a"]"#, "b", #"["b"]"#])
    subscription.cancel()
    let after = store("process 1")
    for store in [before, first, second, after] { store.send("late") }
    #expect(watch.words.withLock { $0 }.count == 4)
    #expect(watch.began.withLock { $0 }.count == 2)
  }

  @Test func `a store that is no longer observed is as one that never was`() {
    let watch = Watch("process 2")
    let subscription = ProcessObservers.add(watch)
    let store = store("process 2")
    store.send("heard")
    subscription.cancel()
    store.send("late")
    // As with the end of any observation, actions are not counted while nobody looks.
    for _ in 0..<3 { store.send("unheard") }
    let events = RecordedEvents()
    store.runtime.observe(events)
    store.send("again")
    guard case .actionHandled(_, let id)? = events.all.first?.kind else {
      Issue.record("\(events.all)")
      return
    }
    #expect(id.rawValue == 3)
    #expect(watch.words.withLock { $0 }.count == 2)
  }

  @Test func `an observer that is no longer needed is released`() {
    weak var released: Watch?
    let store: ScriptStore<String>
    do {
      let watch = Watch("process 3")
      released = watch
      let subscription = ProcessObservers.add(watch)
      store = self.store("process 3")
      subscription.cancel()
    }
    #expect(released != nil)
    store.send("next")
    #expect(released == nil)
  }

  @Test func `a runtime of each kind begins, and its own observers begin with it`() {
    let process = Watch("process 4")
    let own = Watch("process 4")
    let subscription = ProcessObservers.add(process)
    let options = StoreOptions(name: "process 4", observers: [own])
    let runtimes = [
      Runtime<String>(options: options, handler: { _ in .none }),
      Runtime<String>(options: options, asynchronousHandler: { _ in .none }),
      Runtime<String>(options: options, isPresent: { _ in true }, handler: { _ in .none }),
      Runtime<String>(options: options, isPresent: { _ in true }, handler: { _, _ in .none }),
    ]
    subscription.cancel()
    for watch in [process, own] {
      #expect(watch.began.withLock { $0.map(\.identity) } == runtimes.map(\.identity))
      #expect(watch.began.withLock { $0.allSatisfy { $0.actionType == String.self } })
    }
  }
}
