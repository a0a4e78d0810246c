import StoreCore
import Testing
import _StoreTestSupport

@MainActor
@Suite struct StateObserverTests {
  /// Records each reading as a short text.
  private final class Notes: StateObserver {
    private let kept = Locked<[String]>([])

    var list: [String] { kept.withLock { $0 } }

    func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
      kept.withLock { $0.append("reader of \(store)") }
      return { [self] reading in
        let state = reading.state.map { "\($0)" } ?? "nothing"
        let event =
          switch reading.event?.kind {
          case .actionHandled(let action, let id):
            "\(action)#\(id.rawValue)\(reading.event?.cause == nil ? "" : ", caused")"
          case .effectEnded(let info, _): "effect \(info.id.map(\.description) ?? "")"
          case .stateChanged: "write"
          case nil: "no event"
          default: "another event"
          }
        kept.withLock { $0.append("\(event): \(state)") }
      }
    }
  }

  private let executor = TestExecutor()
  private let notes = Notes()
  private var list: [String] { notes.list }

  private func store(
    observers: [any RuntimeObserver],
    script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
  ) -> ScriptStore<String> {
    let options = StoreOptions(name: "store", executor: executor, observers: observers)
    let store = ScriptStore(options: options, script: script)
    store.runtime.shareState { [weak store] in store?.state ?? [] }
    return store
  }

  @Test func `the state is shown at the beginning, and before and after each action`() {
    let store = store(observers: [notes])
    store.send("a")
    #expect(list == ["reader of store", "no event: []", "no event: []", #"a#1: ["a"]"#])
  }

  @Test func `the state is shown after an effect, before its last action`() async {
    let store = store(observers: [notes]) { action in
      action == "load" ? .task(EffectOptions(id: "load")) { "loaded" } : .none
    }
    store.send("load")
    await store.settle()
    #expect(
      list.dropFirst(4) == [
        #"effect load: ["load"]"#, #"no event: ["load"]"#, #"loaded#2, caused: ["load", "loaded"]"#,
      ]
    )
  }

  @Test func `the state is not shown at a cancel`() async {
    let store = store(observers: [notes]) { _ in .task(EffectOptions(id: "load")) { "loaded" } }
    store.send("load")
    store.cancel(.all)
    await store.settle()
    #expect(list.count == 4)
  }

  @Test func `an observer that is added later begins with the current state, and the others are not notified`() {
    let store = store(observers: [notes])
    store.send("a")
    let later = Notes()
    let observation = store.runtime.observe(later)
    #expect(later.list == ["reader of store", #"no event: ["a"]"#])
    #expect(list.count == 4)
    observation.cancel()
    store.send("b")
    #expect(later.list.count == 2)
    #expect(list.count == 6)
  }

  /// Ends another observation at its first reading of an action.
  private final class Ending: StateObserver {
    private let observation = Locked<StoreSubscription?>(nil)

    func end(_ observation: StoreSubscription) { self.observation.withLock { $0 = observation } }

    func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
      { [self] reading in
        if case .actionHandled = reading.event?.kind { observation.withLock { $0.take() }?.cancel() }
      }
    }
  }

  @Test func `an observer that another one removes is not shown the same state`() {
    let ending = Ending()
    let store = store(observers: [ending])
    ending.end(store.runtime.observe(notes))
    store.send("a")
    #expect(list == ["reader of store", "no event: []", "no event: []"])
  }

  @Test func `an observer that is added inside a handler is not shown a state there`() {
    let link = RuntimeLink<String>()
    let store = store(observers: []) { [notes] action in
      if action == "a" { link.runtime?.observe(notes) }
      return .none
    }
    link.runtime = store.runtime
    store.send("a")
    #expect(list.isEmpty)
    store.send("b")
    #expect(list == ["reader of store", #"no event: ["a"]"#, #"b#1: ["a", "b"]"#])
  }

  @Test func `a change from outside is shown once`() {
    let store = store(observers: [notes])
    store.runtime.changeState {}
    #expect(list.dropFirst(2) == ["write: []"])
  }

  @Test func `a reading has the number of the event that other observers receive`() async {
    let events = RecordedEvents()
    let numbers = Numbers()
    let store = store(observers: [events, numbers]) { action in
      action == "load" ? .task(EffectOptions(id: "load")) { "loaded" } : .none
    }
    store.send("load")
    store.runtime.changeState {}
    await store.settle()
    let shown = events.all.filter { event in
      switch event.kind {
      case .actionHandled, .stateChanged, .effectEnded: true
      default: false
      }
    }
    #expect(shown.count == 4)
    #expect(numbers.list.withLock { $0 } == shown.map(\.number))
  }

  /// Records the numbers of the events at which it reads.
  private final class Numbers: StateObserver {
    let list = Locked<[UInt64]>([])

    func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
      { [self] reading in
        if let event = reading.event { list.withLock { $0.append(event.number) } }
      }
    }
  }

  @Test func `an engine that does not share its state is read without one`() {
    let runtime = Runtime<Int>(options: StoreOptions(name: "bare", observers: [notes])) { _ in .none }
    runtime.send(1)
    #expect(list == ["reader of bare", "no event: nothing", "1#1: nothing"])
  }

  @Test func `a state reader is released with its store`() {
    /// Keeps an object for each store.
    final class Keeping: StateObserver {
      let made = Locked<[Weak]>([])

      func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
        let memory = Memory()
        made.withLock { $0.append(Weak(memory)) }
        return { _ in withExtendedLifetime(memory) {} }
      }
    }
    let observer = Keeping()
    var store: ScriptStore<String>? = store(observers: [observer])
    store?.send("a")
    #expect(observer.made.withLock { $0.count } == 1)
    #expect(observer.made.withLock { $0.first?.memory } != nil)
    store = nil
    #expect(observer.made.withLock { $0.first?.memory } == nil)
  }

  private final class Memory: Sendable {}

  private struct Weak: Sendable {
    weak let memory: Memory?

    init(_ memory: Memory) { self.memory = memory }
  }
}
