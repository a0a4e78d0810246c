import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Composite programs that have a name as a whole.
@MainActor
@Suite struct NamedProgramTests {
  private typealias Program = EffectProgram<String>

  private struct Failure: Error {}

  private let executor = TestExecutor()
  private let log = EventLog()
  private let gate = Gate()

  private func makeStore(
    _ script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
  ) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, observers: [log]), script: script)
  }

  /// Sends an action once the gate is open.
  private nonisolated func late(_ action: String = "late", id: EffectID? = nil) -> Program {
    .task(EffectOptions(id: id)) { [gate] in
      await gate.pass()
      return action
    }
  }

  private func twoSteps(_ name: String = "step") -> Program {
    .sequence([late("\(name) 1", id: "one"), late("\(name) 2", id: "two")])
  }

  // MARK: Single operations

  @Test func `a single operation takes the name itself`() throws {
    for (cancelInFlight, policy) in [(true, LaunchPolicy.replace), (false, .concurrent)] {
      let program = Program.task(EffectOptions(policy: .keepRunning)) { "done" }
      let named = program.cancellable(id: "x", cancelInFlight: cancelInFlight)
      let launch = try #require(named.launches.first)
      #expect(named.outline == "task x")
      #expect(launch.options.policy == policy)
    }
  }

  @Test func `an operation that has a name or an interval keeps it`() {
    #expect(late(id: "a").cancellable(id: "x").outline == "named x(task a)")
    let throttled = late().throttle(id: "a", for: .seconds(1)).options { $0.id = nil }
    #expect(throttled.cancellable(id: "x").outline == "named x(task)")
    #expect(Program.none.cancellable(id: "x").isNone)
  }

  @Test func `an interval of the operation's own name puts no name around it`() {
    #expect(late(id: "a").throttle(id: "a", for: .seconds(1)).outline == "task a")
    #expect(late(id: "a").debounce(id: "a", for: .seconds(1)).outline == "task a")
    #expect(late(id: "a").debounce(id: "x", for: .seconds(1)).outline == "named a(task x)")
  }

  // MARK: Running

  @Test func `a named program is running until everything in it has ended, also between two members`() async {
    var seen: [Bool] = []
    var store: ScriptStore<String>?
    let running = makeStore { action in
      seen.append(store?.isTaskRunning(id: "x") == true)
      guard action == "start" else { return .none }
      return Program.sequence([late("first"), .emit("between"), late("last"), .emit("end")]).cancellable(id: "x")
    }
    store = running
    running.send("start")
    #expect(running.isTaskRunning(id: "x"))
    #expect(running.runningTaskCount == 1)
    gate.open()
    await running.settle()
    #expect(running.state == ["start", "first", "between", "last", "end"])
    #expect(seen == [false, true, true, true, true])
    #expect(!running.isTaskRunning(id: "x"))
    store = nil
  }

  @Test func `the operations inside keep their names`() {
    let store = makeStore()
    store.launch(Program.merge([late(id: "a"), late(id: "b"), late()]).cancellable(id: "x"))
    #expect(store.runningTaskCount == 3)
    #expect(["a", "b", "x"].allSatisfy { store.isTaskRunning(id: $0) })
    store.launch(.cancel(.ids(["a", "b"])))
    #expect(store.isTaskRunning(id: "x"))
    #expect(store.runningTaskCount == 1)
    store.cancel(.all)
  }

  // MARK: Cancelling

  nonisolated static let selectors: [EffectSelector] = [.id("x"), .ids(["a", "x"]), .matching { $0 == "x" }, .all]

  @Test(arguments: selectors.indices, [true, false])
  func `a cancel of the name ends the program, and what follows continues`(selector: Int, isFromOutside: Bool) async {
    let store = makeStore()
    let inside = Program.merge([twoSteps(), late("third"), .sequence([late("fourth"), .emit("never")])])
    let handle = store.launch(.sequence([inside.cancellable(id: "x"), .emit("after")]))
    await store.settle()
    if isFromOutside {
      store.cancel(Self.selectors[selector])
    } else {
      store.launch(.cancel(Self.selectors[selector]))
    }
    #expect(store.runningTaskCount == 0)
    #expect(!store.isTaskRunning(id: "x"))
    #expect(log.events("cancelled").count == 3)
    gate.open()
    await store.settle()
    #expect(store.state == ["after"])
    #expect(log.events("dropped").count == 3)
    #expect(handle.isFinished)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a cancel between two members starts no further member`() async {
    let store = makeStore { $0 == "stop" ? .cancel(.id("x")) : .none }
    let members: [Program] = [.emit("stop"), .emit("never"), late("never"), .cancel(.id("y"))]
    store.launch(.sequence([late(id: "y"), .emit("later")]))
    store.launch(.sequence([Program.sequence(members).cancellable(id: "x"), .emit("after")]))
    #expect(store.state == ["stop", "after"])
    #expect(store.isTaskRunning(id: "y"))
    #expect(!store.isTaskRunning(id: "x"))
    store.cancel(.all)
  }

  @Test func `a condition is asked once for a name shared by operations and programs`() {
    let store = makeStore()
    let asked = Locked<[EffectID]>([])
    let selector = EffectSelector.matching { id in
      asked.withLock { $0.append(id) }
      return false
    }
    store.launch(Program.merge([late(id: "x"), late(id: "y")]).cancellable(id: "x"))
    store.cancel(selector)
    #expect(asked.withLock { $0.map(\.description).sorted() } == ["x", "y"])
    store.launch(Program.merge([late(id: "x"), late(id: "y")]).cancellable(id: "z").scoped(to: "scope"))
    asked.withLock { $0 = [] }
    store.launch(.cancel(selector).scoped(to: "scope"))
    #expect(asked.withLock { $0.map(\.description).sorted() } == ["x", "y", "z"])
    store.cancel(.all)
  }

  @Test func `a cancel of the handle ends a named program at once`() async {
    let store = makeStore()
    let handle = store.launch(twoSteps().cancellable(id: "x"))
    let other = store.launch(twoSteps("other").cancellable(id: "z"))
    handle.cancel()
    #expect(!store.isTaskRunning(id: "x"))
    #expect(store.isTaskRunning(id: "z"))
    other.cancel()
    gate.open()
    await store.settle()
    #expect(store.state == [])
  }

  @Test func `a named program ends when its store is deallocated`() async {
    var store: ScriptStore<String>? = makeStore()
    let handle = store?.launch(twoSteps().cancellable(id: "x"))
    let table = store?.runtime.table
    store = nil
    #expect(table?.isRunning("x") == false)
    gate.open()
    await executor.settle()
    #expect(handle?.isFinished == true)
    #expect(log.events("handled") == [])
  }

  // MARK: Replacing

  @Test(arguments: ["operation", "program"])
  func `a newer launch under the name replaces the program before anything new starts`(kind: String) async {
    let store = makeStore()
    store.launch(Program.merge([late("old", id: "a"), twoSteps("old")]).cancellable(id: "x"))
    if kind == "operation" {
      store.launch(late("new", id: "x"))
    } else {
      store.launch(Program.merge([late("new"), late("new")]).cancellable(id: "x"))
    }
    #expect(log.events("replaced") == ["replaced a", "replaced one"])
    #expect(log.events.last?.hasPrefix("started") == true)
    gate.open()
    await store.settle()
    #expect(Set(store.state) == ["new"])
    #expect(!store.isTaskRunning(id: "x"))
  }

  @Test func `a named program replaces an operation of the name`() async {
    let store = makeStore()
    store.launch(late("old", id: "x"))
    store.launch(twoSteps("new").cancellable(id: "x"))
    #expect(log.events("replaced") == ["replaced x"])
    gate.open()
    await store.settle()
    #expect(store.state == ["new 1", "new 2"])
  }

  @Test func `two programs that share a name run side by side, and one cancel ends both`() async {
    let store = makeStore()
    for number in 1...2 {
      let steps = Program.sequence([late("\(number) first"), late("\(number) second")])
      store.launch(steps.cancellable(id: "x", cancelInFlight: false))
    }
    #expect(store.runningTaskCount == 2)
    store.cancel(.id("x"))
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
    #expect(store.state == [])
  }

  @Test func `a name that two programs share runs until both have ended`() async {
    let store = makeStore()
    store.launch(Program.merge([.task { "a" }, .emit("b")]).cancellable(id: "x", cancelInFlight: false))
    store.launch(Program.merge([late("c"), .emit("d")]).cancellable(id: "x", cancelInFlight: false))
    await store.settle()
    #expect(store.isTaskRunning(id: "x"))
    gate.open()
    await store.settle()
    #expect(!store.isTaskRunning(id: "x"))
  }

  @Test func `what is inside a named program may have the same name without replacing it`() async {
    let store = makeStore()
    let inner = Program.sequence([.task(EffectOptions(id: "x")) { "one" }, .task { "two" }])
    store.launch(Program.sequence([inner.cancellable(id: "x"), .emit("three")]).cancellable(id: "x"))
    await store.settle()
    #expect(store.state == ["one", "two", "three"])
    #expect(!store.isTaskRunning(id: "x"))
  }

  @Test func `a program of an action that was cancelled replaces nothing`() async {
    let store = makeStore { action in
      switch action {
      case "start": .merge([.emit("stop"), twoSteps("new").cancellable(id: "x")])
      default: .none
      }
    }
    store.launch(twoSteps("old").cancellable(id: "x"))
    var handle: SendHandle?
    let subscription = store.subscribe { state in
      if state.last == "stop" { handle?.cancel() }
    }
    // Sent while another action is handled, so that the handle exists before the action is handled.
    let reaction = Reaction()
    let observation = store.runtime.observe(reaction)
    reaction.set { event in
      if case .actionHandled(let action, _) = event.kind, action as? String == "first" { handle = store.send("start") }
    }
    store.send("first")
    reaction.set(nil)
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()
    #expect(store.state == ["first", "start", "stop", "old 1", "old 2"])
    subscription.cancel()
    observation.cancel()
  }

  // MARK: Nesting

  @Test func `a cancel of the inner program lets the outer one continue`() async {
    let store = makeStore()
    let inner = twoSteps("inner").cancellable(id: "inner")
    store.launch(Program.sequence([inner, late("outer"), .emit("end")]).cancellable(id: "outer"))
    #expect(store.isTaskRunning(id: "inner") && store.isTaskRunning(id: "outer"))
    store.cancel(.id("inner"))
    #expect(!store.isTaskRunning(id: "inner"))
    #expect(store.isTaskRunning(id: "outer"))
    gate.open()
    await store.settle()
    #expect(store.state == ["outer", "end"])
  }

  @Test func `a cancel of the outer program ends the inner one`() async {
    let store = makeStore()
    let inner = Program.sequence([twoSteps("inner").cancellable(id: "inner"), .emit("between")])
    store.launch(Program.merge([inner, late("outer")]).cancellable(id: "outer"))
    store.cancel(.id("outer"))
    #expect(!store.isTaskRunning(id: "inner") && !store.isTaskRunning(id: "outer"))
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
    #expect(store.state == [])
  }

  // MARK: Errors

  @Test func `an error leaves a named program, and answers inside belong to it`() async {
    let store = makeStore()
    let failing = Program.sequence([.task { throw Failure() }, .emit("never")])
    store.launch(failing.cancellable(id: "x").catch { _ in late("outside", id: "y") })
    await store.settle()
    #expect(!store.isTaskRunning(id: "x"))
    #expect(store.isTaskRunning(id: "y"))
    store.launch(failing.catch { _ in late("inside", id: "z") }.cancellable(id: "x"))
    await store.settle()
    #expect(store.isTaskRunning(id: "x") && store.isTaskRunning(id: "z"))
    store.cancel(.id("x"))
    #expect(!store.isTaskRunning(id: "z"))
    store.cancel(.all)
  }

  // MARK: Scopes, mapping and modifiers

  @Test func `in a scope the name belongs to the scope, and ends with it`() async {
    let store = makeStore()
    for scope in ["a", "b", "c", "d"] {
      store.launch(twoSteps(scope).cancellable(id: "x").scoped(to: scope))
    }
    let names = ["a", "b", "c", "d"].map { EffectID("x").scoped(to: $0) }
    #expect(!store.isTaskRunning(id: "x"))
    #expect(names.allSatisfy { store.isTaskRunning(id: $0) })
    store.launch(Program.cancel(.id("x")).scoped(to: "a"))
    store.cancel(.scope("b"))
    store.launch(Program.cancel(.all).scoped(to: "c"))
    #expect(names.map { store.isTaskRunning(id: $0) } == [false, false, false, true])
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()
    #expect(store.state == ["d 1", "d 2"])
  }

  @Test func `a named program around scopes ends what is in them`() async {
    let store = makeStore()
    store.launch(Program.sequence([twoSteps().scoped(to: "a"), .emit("never")]).cancellable(id: "x"))
    store.launch(twoSteps("other").scoped(to: "a"))
    #expect(store.isTaskRunning(id: "x"))
    store.launch(.cancel(.id("x")))
    gate.open()
    await store.settle()
    #expect(store.state == ["other 1", "other 2"])
  }

  @Test(arguments: [true, false])
  func `mapping keeps whether a program replaces those in flight`(cancelInFlight: Bool) {
    let store = makeStore()
    for _ in 1...2 {
      store.launch(twoSteps().options { $0.id = nil }.cancellable(id: "x", cancelInFlight: cancelInFlight).map { $0 })
    }
    #expect(store.runningTaskCount == (cancelInFlight ? 1 : 2))
    store.cancel(.all)
  }

  @Test func `mapping and modifiers keep the name`() async {
    let store = makeStore()
    let program = Program.sequence([late("one"), late("two")]).cancellable(id: "x")
    store.launch(program.map { "<\($0)>" }.options { $0.name = "named" }.onCancel { "cancelled" })
    #expect(store.isTaskRunning(id: "x"))
    #expect(store.runtime.runningEffects.map(\.name) == ["named"])
    store.cancel(.id("x"))
    await store.settle()
    #expect(store.state == ["cancelled"])
  }
}
