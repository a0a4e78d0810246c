import StoreTesting
import Testing
import _StoreTestSupport

@testable import StoreCore

/// What actions, effects and changes of the state came from in other stores.
@MainActor
@Suite struct EventOriginTests {
  private let executor = TestExecutor()
  private let events = RecordedEvents()

  private func store(
    _ name: String,
    isObserved: Bool = true,
    _ script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
  ) -> ScriptStore<String> {
    let options = StoreOptions(name: name, executor: executor, observers: isObserved ? [events] : [])
    return ScriptStore(options: options) { script($0) }
  }

  /// The events of a store, each with what it came from, without places and tokens.
  private func lines(of store: String) -> [String] {
    events.all.filter { $0.store.name == store }.map { event in
      "\(event)".replacing(/Event \d+ of store '[a-z]+': |, sent at [^ ]*[0-9]|#\d+/, with: "")
    }
  }

  @Test func `what a handler sends to another store comes from its action`() {
    let b = store("b") { $0 == "launch" ? .run(EffectOptions(id: "work")) { _ in } : .none }
    let a = store("a") { action in
      b.send("one")
      b.enqueue("two")
      b.launch(.run(EffectOptions(id: "launched")) { _ in })
      b.runtime.stateWasWrittenExternally()
      b.send("launch")
      return .none
    }
    b.send("before")
    a.send("go")
    b.send("after")
    let source = "because of action 1 of store 'a'"
    #expect(
      lines(of: "b") == [
        "action 1, before, was handled.", "action 2, one, was handled, \(source).",
        "action 3, two, was handled, \(source).",
        "the effect 'launched' () started, \(source).",
        "the state was changed by something other than an action, \(source).",
        "action 4, launch, was handled, \(source).", "the effect 'work' () started, because of action 4.",
        "action 5, after, was handled.",
      ]
    )
    let handled = events.all.filter { if case .actionHandled = $0.kind { $0.store.name == "a" } else { false } }
    #expect(events.all.compactMap(\.origin).allSatisfy { [handled[0].store] == [$0.store] })
  }

  @Test func `what a listener of a store sends to another one comes from the action that it was notified of`() {
    let reaction = Reaction()
    let b = store("b")
    let options = StoreOptions(name: "a", executor: executor, observers: [events, reaction])
    let a = ScriptStore(String.self, options: options)
    reaction.set { event in if case .actionHandled = event.kind { b.send("of the observer") } }
    a.runtime.subscribe { _ in b.send("of the subscriber") }
    a.subscribe { _ in b.send("of the subscriber to the state") }
    a.send("go")
    #expect(
      lines(of: "b") == [
        "action 1, of the subscriber to the state, was handled, because of action 1 of store 'a'.",
        "action 2, of the observer, was handled, because of action 1 of store 'a'.",
        "action 3, of the subscriber, was handled, because of action 1 of store 'a'.",
      ]
    )
  }

  @Test func `what an effect sends to another store comes from the effect`() async throws {
    let b = store("b")
    let inlet = b.runtime.inlet
    let a = store("a") { _ in
      .run { _ in
        inlet.enqueue("one", at: .unknown)
        await b.send("two")
        await inlet.perform("three", at: .unknown)
        await Task { _ = await b.send("four") }.value
      }
    }
    a.send("go")
    await a.settle()
    let source = "because of effect  of store 'a'"
    #expect(
      lines(of: "b") == [
        "action 1, one, was handled, \(source).", "action 2, two, was handled, \(source).",
        "action 3, three, was handled, \(source).", "action 4, four, was handled, \(source).",
      ]
    )
    let started = events.all.compactMap { if case .effectStarted(let info) = $0.kind { info.token } else { nil } }
    #expect(events.all.compactMap(\.origin).map(\.cause) == Array(repeating: .effect(started[0]), count: 4))
  }

  @Test func `what an effect sends to its own store by a call is caused by the effect`() async {
    let link = RuntimeLink<String>()
    let a = store("a") { action in
      action == "go" ? .run { _ in await link.runtime?.send("called") } : .none
    }
    link.runtime = a.runtime
    a.send("go")
    await a.settle()
    #expect(lines(of: "a")[2] == "action 2, called, was handled, because of effect .")
  }

  @Test func `what a suspended handler sends to another store comes from its action`() async {
    let b = store("b")
    let gate = Gate()
    let options = StoreOptions(name: "a", executor: executor, observers: [events])
    let a = SuspendingStore(String.self, options: options) { _ in
      await gate.pass()
      b.send("one")
      await Task { _ = b.send("two") }.value
      return .none
    }
    a.send("go")
    b.send("before")
    gate.open()
    await a.settle()
    #expect(
      lines(of: "b") == [
        "action 1, before, was handled.", "action 2, one, was handled, because of action 1 of store 'a'.",
        "action 3, two, was handled, because of action 1 of store 'a'.",
      ]
    )
  }

  @Test func `an action that comes back to its store has a cause there and an origin in the other one`() {
    var a: ScriptStore<String>?
    let b = store("b") { _ in
      a?.send("back")
      return .none
    }
    a = store("a") { action in
      if action == "go" { b.send("there") }
      return .none
    }
    a?.send("go")
    let back = events.all.last
    #expect(back?.cause == .action(ActionID(rawValue: 1)))
    #expect(back?.origin?.cause == .action(ActionID(rawValue: 1)))
    #expect(back?.origin?.store.name == "b")
    a = nil
  }

  @Test func `what a launched program emits keeps the origin of the launch, and a dropped action its own`() async {
    let b = store("b")
    let a = store("a") { action in
      switch action {
      case "launch": b.launch(.sequence([.emit("one"), .task(EffectOptions(id: "work")) { "two" }, .emit("three")]))
      case "stop": b.runtime.stop()
      default: b.send("late")
      }
      return .none
    }
    a.send("launch")
    await b.settle()
    a.send("stop")
    a.send("late")
    let source = "because of action 1 of store 'a'"
    #expect(
      lines(of: "b") == [
        "action 1, one, was handled, \(source).", "the effect 'work' () started, \(source).",
        "the effect 'work' () finished.", "action 2, two, was handled, because of effect .",
        "action 3, three, was handled, \(source).", "the store was stopped, because of action 2 of store 'a'.",
        "the action late was dropped, because of action 3 of store 'a'.",
      ]
    )
  }

  @Test func `nothing is known of a store without observers, but what has called it is`() async {
    let c = store("c")
    let b = store("b", isObserved: false) { action in
      c.send(action)
      return .none
    }
    let a = store("a") { action in
      b.send("through b")
      return .run { _ in await b.send("by an effect") }
    }
    b.send("from outside")
    a.send("go")
    await a.settle()
    #expect(
      lines(of: "c") == [
        "action 1, from outside, was handled.", "action 2, through b, was handled, because of action 1 of store 'a'.",
        "action 3, by an effect, was handled, because of effect  of store 'a'.",
      ]
    )
  }

  @Test func `a store that loses its last observer in a handler is the origin of nothing later`() {
    let b = store("b")
    let a = store("a", isObserved: false) { action in
      if action == "calls" { b.send("called") }
      return .none
    }
    var observation: StoreSubscription?
    let ending = ScriptStore(String.self, options: StoreOptions(executor: executor)) { _ in
      observation?.cancel()
      a.runtime.observe(RecordedEvents()).cancel()
      return .none
    }
    observation = ending.runtime.observe(RecordedEvents())
    ending.send("one")
    ending.send("two")
    b.send("alone")
    a.send("calls")
    #expect(lines(of: "b") == ["action 1, alone, was handled.", "action 2, called, was handled."])
  }
}
