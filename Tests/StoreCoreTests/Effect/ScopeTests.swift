import Observation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Programs in scopes, in an engine outside the package: all it uses is public.
@MainActor
@Suite struct ScopeTests {
  private typealias Program = EffectProgram<String>

  /// A store that is driven by the words of its actions, and whose state is the absent scopes and the handled actions.
  private final class ScopedStore: StoreEngine {
    struct Log {
      var absent: Set<EffectScope> = []
      var actions: [String] = []
    }

    private let box: StateBox<Log>
    nonisolated let runtime: Runtime<String>

    init(options: StoreOptions, script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }) {
      let box = StateBox(Log(), options: options)
      self.box = box
      runtime = Runtime(options: options) { scope in
        box.read { log in !log.absent.contains { $0.contains(scope) } }
      } handler: { action in
        var log = box.take()
        log.actions.append(action)
        let words = action.split(separator: " ").map(String.init)
        if words.count == 2, words[0] == "leave" { log.absent.insert(EffectScope(words[1])) }
        if words.count == 2, words[0] == "enter" { log.absent.remove(EffectScope(words[1])) }
        box.put(log)
        return script(action)
      }
    }

    var state: Log { box.value }

    @discardableResult
    func subscribe(_ receive: @escaping @MainActor (Log) -> Void) -> StoreSubscription {
      box.subscribe(receive)
    }
  }

  private let executor = TestExecutor()
  private let log = EventLog()
  private let gate = Gate()

  private func makeStore(
    _ script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
  ) -> ScopedStore {
    ScopedStore(options: StoreOptions(executor: executor, observers: [log]), script: script)
  }

  private nonisolated func late(_ id: EffectID? = nil, _ action: String = "late") -> Program {
    .task(EffectOptions(id: id)) { [gate] in
      await gate.pass()
      return action
    }
  }

  // MARK: Selectors

  @Test func `a selector inside a scope applies to the scope`() {
    let selectors: [(EffectSelector, Int)] = [
      (.id("x"), 1), (.ids(["x", "y"]), 2), (.all, 5), (.matching { $0 == "x" }, 1),
      (.matching { $0 == EffectID("x").scoped(to: "inner") }, 1), (.matching { _ in true }, 3),
      (.scope("inner"), 2), (.scope("outer"), 0), (.id(EffectID("x").scoped(to: "inner")), 1),
    ]
    for (selector, count) in selectors {
      let store = makeStore()
      let inner = Program.merge([late("x"), late()]).scoped(to: "inner")
      store.launch(.merge([late("x"), late(), late("x").scoped(to: "other")]))
      store.launch(Program.merge([late("x"), late("y"), late(), inner]).scoped(to: "outer"))
      #expect(store.runningTaskCount == 8)

      store.launch(Program.cancel(selector).scoped(to: "outer"))

      #expect(store.runningTaskCount == 8 - count, "\(selector)")
      #expect(store.isTaskRunning(id: "x"))
      #expect(store.isTaskRunning(id: EffectID("x").scoped(to: "other")))
    }
  }

  @Test func `a condition inside a scope is asked once for each name`() {
    let store = makeStore()
    let asked = Locked<[EffectID]>([])
    let options = EffectOptions(id: "x", policy: .concurrent)
    let x = Program.task(options) { "never" }
    store.launch(Program.merge([x, x, late("y"), x]).scoped(to: "outer"))
    let selector = EffectSelector.matching { id in
      asked.withLock { $0.append(id) }
      return id == "x"
    }
    store.launch(Program.cancel(selector).scoped(to: "outer"))
    #expect(asked.withLock { $0.map(\.description).sorted() } == ["x", "y"])
    #expect(store.runningTaskCount == 1)
    store.cancel(.all)
  }

  @Test func `a selector outside of scopes applies to the whole store`() {
    let selectors: [(EffectSelector, Int)] = [
      (.id("x"), 1), (.all, 3), (.matching { _ in true }, 2), (.scope("a"), 2),
      (.id(EffectID("x").scoped(to: "a")), 1), (.scope(EffectScope("a").appending("b")), 0),
    ]
    for (selector, count) in selectors {
      let store = makeStore()
      store.launch(.merge([late("x"), Program.merge([late("x"), late()]).scoped(to: "a")]))
      store.cancel(selector)
      #expect(store.runningTaskCount == 3 - count, "\(selector)")
    }
  }

  @Test func `a cancel of all in a scope lets its sequences continue, and a cancel of the scope does not`() async {
    let store = makeStore()
    let sequence = Program.sequence([late("x"), .emit("second")])
    store.launch(sequence.scoped(to: "a"))
    store.launch(sequence.scoped(to: "b"))
    store.launch(Program.cancel(.all).scoped(to: "a"))
    store.launch(.cancel(.scope("b")))
    await store.settle()

    #expect(store.runningTaskCount == 0)
    #expect(store.state.actions == ["second"])
  }

  @Test func `what follows a scope's program in an outer sequence continues when the scope is cancelled`() async {
    let store = makeStore()
    store.launch(.sequence([Program.sequence([late(), .emit("inner")]).scoped(to: "a"), .emit("outer")]))
    store.cancel(.scope("a"))
    await store.settle()

    #expect(store.state.actions == ["outer"])
  }

  // MARK: Where effects belong

  @Test func `answers to errors and members that start later are in the scope`() async {
    let store = makeStore()
    store.launch(
      Program.sequence([.task { throw UnexpectedError() }, .emit("never")])
        .catch { _ in .sequence([.task { "caught" }, late("x")]) }
        .scoped(to: "a")
    )
    await store.settle()

    #expect(store.state.actions == ["caught"])
    #expect(store.isTaskRunning(id: EffectID("x").scoped(to: "a")))
    store.cancel(.scope("a"))
    #expect(store.runningTaskCount == 0)
  }

  private struct UnexpectedError: Error {}

  @Test func `an error leaves a scope for the handler around it`() async {
    let store = makeStore()
    store.launch(Program.sequence([.task { throw UnexpectedError() }]).scoped(to: "a").catch { _ in late("x") })
    await store.settle()
    #expect(store.isTaskRunning(id: "x"))
    store.cancel(.all)
  }

  @Test func `what is caused by an action from a scope's effect belongs where its own program says`() async {
    let store = makeStore { action in action == "start" ? late("x") : .none }
    store.launch(Program.task { "start" }.scoped(to: "a"))
    await store.settle()
    store.send("leave a")
    #expect(store.isTaskRunning(id: "x"))
    store.cancel(.all)
  }

  @Test func `a newer effect of a name replaces only the one in its own scope`() async {
    let store = makeStore()
    for scope in ["a", "b", "a"] {
      store.launch(late("x").scoped(to: scope))
    }
    #expect(store.runningTaskCount == 2)
    #expect(log.events.count { $0.contains("replaced") } == 1)
    store.cancel(.all)
  }

  // MARK: Scopes that leave

  @Test func `a scope that left is cancelled after the action was reported, before its effects start`() {
    let store = makeStore { action in action == "leave a" ? late("new") : .none }
    store.launch(late("old").scoped(to: "a"))
    store.send("leave a")
    let lines = log.events
    #expect(lines.count == 4)
    #expect(lines[1].contains("leave a") && lines[2].contains("cancelled") && lines[3].contains("new"), "\(lines)")
    store.cancel(.all)
  }

  // The order of a dictionary of scopes would differ from process to process.
  @Test func `scopes that leave together are cancelled in the order in which they began`() {
    let store = makeStore()
    let rows = (1...8).map { EffectScope("rows").appending($0) }
    for row in rows { store.launch(late("x").scoped(to: row)) }
    store.send("leave rows")
    #expect(log.events("cancelled") == rows.map { "cancelled \($0)/x" })
  }

  @Test func `nothing starts in a scope that is absent`() async {
    let store = makeStore()
    store.send("leave a")
    for program: Program in [
      late("x"), .emit("emitted"), .sequence([.emit("emitted"), late()]), late().scoped(to: "b"),
      .task { throw UnexpectedError() }.catch { _ in .emit("caught") },
    ] {
      let handle = store.launch(program.scoped(to: "a"))
      #expect(handle.isFinished)
    }
    await store.settle()
    #expect(store.state.actions == ["leave a"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `an answer to a cancel is dropped if the scope has left before it is handled`() async {
    var store: ScopedStore?
    var handle: SendHandle?
    store = makeStore { action in
      guard action == "cancel" else { return .none }
      store?.send("leave a")
      // Its answer is queued after what waits already.
      handle?.cancel()
      return .none
    }
    handle = store?.launch(late("x").onCancel { "answer" }.scoped(to: "a"))
    store?.send("cancel")
    await store?.settle()
    #expect(store?.state.actions == ["cancel", "leave a"])
    #expect(log.events("dropped").count == 1)
    gate.open()
    await store?.settle()
    store = nil
  }

  @Test func `a program that makes its own scope leave does nothing more, even if the scope comes back`() async {
    for compose in [Program.sequence, Program.merge] {
      let store = makeStore()
      let handle = store.launch(
        compose([.emit("leave a"), .emit("enter a"), .merge([.emit("late"), late(), .cancel(.id("x"))])])
          .scoped(to: "a")
      )
      store.send("enter a")
      // The program has ended with the first of its actions.
      #expect(store.state.actions == ["leave a", "enter a"])
      #expect(store.runningTaskCount == 0)
      #expect(handle.isFinished)
    }
  }

  @Test func `a merge in a scope that left ends, and what waits for it continues`() async {
    let store = makeStore()
    let handle = store.launch(
      .sequence([
        Program.merge([.sequence([late(), late()]), .sequence([late(), .emit("late")])]).scoped(to: "a"),
        .emit("after"),
      ])
    )
    store.send("leave a")
    await handle.tree
    #expect(store.state.actions == ["leave a", "after"])
  }

  @Test func `an effect that waits for an action that makes its scope leave returns`() async {
    let store = makeStore()
    let handle = store.launch(Program.run { send in await send.perform("leave a") }.scoped(to: "a"))
    await handle.value
    await store.settle()
    #expect(store.runningTaskCount == 0)
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `all scopes that left with one action are cancelled`() {
    let store = makeStore()
    for scope in [EffectScope("a"), EffectScope("a").appending(1), EffectScope("a").appending(2).appending("x")] {
      store.launch(late().scoped(to: scope))
    }
    store.launch(late().scoped(to: "b"))
    store.send("leave a")
    #expect(store.runningTaskCount == 1)
    store.cancel(.all)
  }

  @Test func `presence is asked for while a scope has effects, and not afterwards`() async {
    let questions = Counter()
    let runtime = Runtime<Int>(options: StoreOptions(executor: executor)) { _ in
      questions.add()
      return true
    } handler: { _ in
      .none
    }
    runtime.send(1)
    #expect(questions.value == 0)
    runtime.launch(EffectProgram<Int>.task { 1 }.scoped(to: "a"))
    #expect(questions.value == 1)
    runtime.send(1)
    #expect(questions.value == 2)
    await runtime.settle()
    runtime.send(1)
    #expect(questions.value == 2)
    #expect(!runtime.table.hasScopes)

    // At its beginning and for the actions of its two operations, the first of which does not end it.
    let program = EffectProgram<Int>.sequence([.task { 1 }, .emit(2), .task { 3 }])
    runtime.launch(program.catch { _ in .none }.scoped(to: "a"))
    await runtime.settle()
    let asked = questions.value
    #expect(asked > 3)
    runtime.send(1)
    #expect(questions.value == asked)
    #expect(!runtime.table.hasScopes)
  }

  // MARK: Handlers that say which scopes end

  @Test func `a handler knows which scopes have effects`() async {
    let known = Locked<[String]>([])
    var isEmpty: [Bool] = []
    let runtime = Runtime<String>(options: StoreOptions(executor: executor)) { _ in
      true
    } handler: { action, effects in
      isEmpty.append(effects.isEmpty)
      let roots = action.split(separator: " ").map { EffectScope(String($0)) }
      let scopes = effects.scopes(in: roots).map(\.description).sorted()
      known.withLock { $0 = scopes + roots.filter { effects.contains($0) }.map { "contains \($0)" } }
      return .none
    }
    runtime.send("a")
    let inner = EffectScope("a").appending(1)
    runtime.launch(Program.merge([late().scoped(to: inner), late().scoped(to: "b")]))
    runtime.launch(Program.sequence([late(), .emit("after")]).scoped(to: EffectScope("c").appending("program")))
    runtime.send("a")
    #expect(known.withLock { $0 } == ["a/1", "contains a"])
    runtime.send("a b a c d")
    #expect(known.withLock { $0 }.prefix(3) == ["a/1", "b", "c/program"])
    #expect(!known.withLock { $0 }.contains("contains d"))
    runtime.cancel(.scope("c"))
    runtime.cancel(.all)
    runtime.send("a")
    #expect(isEmpty == [true, false, false, true])
    gate.open()
    await runtime.settle()
  }

  @Test(arguments: [false, true])
  func `scopes that a handler declares departed are cancelled, and their answers dropped`(isMoved: Bool) async {
    let handled = Locked<[String]>([])
    let outer = isMoved ? EffectScope("outer") : nil
    let runtime = Runtime<String>(options: StoreOptions(executor: executor)) { _ in
      true
    } handler: { action, _ in
      handled.withLock { $0.append(action) }
      guard action == "leave" else { return .none }
      let cancel = Program.cancel(.departed([EffectScope("a"), EffectScope("b").appending(1)]))
      return outer.map { cancel.scoped(to: $0) } ?? cancel
    }
    func launch(_ scope: EffectScope) {
      let program = late().onCancel { "answer" }.scoped(to: scope)
      runtime.launch(outer.map { program.scoped(to: $0) } ?? program)
    }
    for scope in [EffectScope("a"), EffectScope("a").appending("nested"), EffectScope("b").appending(1)] {
      launch(scope)
    }
    launch(EffectScope("b").appending(2))
    await runtime.settle()
    #expect(runtime.runningEffects.count == 4)
    runtime.send("leave")
    #expect(runtime.runningEffects.count == 1)
    gate.open()
    await runtime.settle()
    #expect(handled.withLock { $0 } == ["leave", "late"])
  }

  @Test func `reading the state for a presence question does not register for its changes`() {
    let box = StateBox(1)
    let changes = Counter()
    withObservationTracking {
      #expect(box.read { $0 } == 1)
    } onChange: {
      changes.add()
    }
    box.put(box.take() + 1)
    #expect(changes.value == 0)
    #expect(box.read { $0 } == 2)
  }
}
