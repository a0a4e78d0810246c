import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The policy of a program of several operations, which applies to the whole.
@MainActor
@Suite struct CompositePolicyTests {
  private typealias Program = EffectProgram<String>

  private let executor = TestExecutor()
  private let clock: TestClock
  private let log = EventLog()
  private let issues = IssueLog()

  init() {
    clock = TestClock(executor: executor)
  }

  private func store(_ script: @escaping @MainActor (String) -> Program = { _ in .none }) -> ScriptStore<String> {
    let issues = issues
    let options = StoreOptions(executor: executor, clock: clock, observers: [log], onIssue: { issues.record($0) })
    return ScriptStore(options: options, script: script)
  }

  private func work(_ result: String, id: EffectID? = nil) -> Program {
    .task(EffectOptions(id: id)) { [clock] in
      try await clock.sleep(for: .seconds(1))
      return result
    }
  }

  /// Two steps of a second each.
  private func steps(_ name: String) -> Program {
    .sequence([work("\(name) 1"), .emit("\(name) between"), work("\(name) 2")])
  }

  private nonisolated static let orders: [@Sendable (EffectProgram<String>, LaunchPolicy) -> EffectProgram<String>] = [
    { $0.policy($1).cancellable(id: "x") },
    { $0.cancellable(id: "x").policy($1) },
    { $0.policy($1).catch { _ in .none }.cancellable(id: "x") },
    { $0.cancellable(id: "x").delay(for: .zero).policy($1).onCancel { nil } },
    { $0.policy($1).map { $0 }.cancellable(id: "x").map { $0 } },
  ]

  @Test(arguments: orders.indices)
  func `with keepRunning a whole program is refused while another one runs`(order: Int) async {
    let store = store()
    store.launch(Self.orders[order](steps("a"), .keepRunning))
    await clock.advance(by: .milliseconds(1_500))
    let refused = store.launch(Self.orders[order](steps("b"), .keepRunning))
    #expect(refused.isFinished)
    #expect(log.events("refused") == ["refused x: alreadyRunning"])
    await clock.runUntilIdle()
    #expect(store.state == ["a 1", "a between", "a 2"])
    store.launch(Self.orders[order](steps("c"), .keepRunning))
    await clock.runUntilIdle()
    #expect(store.state.suffix(3) == ["c 1", "c between", "c 2"])
    #expect(store.runtime.table.nodeCount == 0)
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: orders.indices)
  func `a whole program in the queue waits until the last action of the one before was handled`(order: Int) async {
    let store = store()
    let handles = ["a", "b", "c"].map { store.launch(Self.orders[order](steps($0), .queue(limit: 1))) }
    #expect(log.events("refused") == ["refused x: queueIsFull"])
    #expect(store.runtime.waitingEffects.map(\.id) == ["x"])
    await clock.advance(by: .milliseconds(1_500))
    #expect(store.state == ["a 1", "a between"])
    #expect(handles.map(\.isFinished) == [false, false, true])
    await clock.runUntilIdle()
    #expect(store.state == ["a 1", "a between", "a 2", "b 1", "b between", "b 2"])
    #expect(handles.map(\.isFinished) == [true, true, true])
    #expect(!store.isTaskRunning(id: "x"))
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a limit counts whole programs and single operations of the name`() async {
    let store = store()
    let policy = LaunchPolicy.atMost(2, .oldestFirst)
    store.launch(Self.orders[0](steps("a"), policy))
    store.launch(work("b").cancellable(id: "x").policy(policy))
    store.launch(Self.orders[1](steps("c"), policy))
    store.launch(work("d").cancellable(id: "x").policy(policy))
    await clock.advance(by: .seconds(1))
    #expect(store.state.sorted() == ["a 1", "a between", "b"])
    #expect(store.runtime.waitingEffects.count == 1)
    await clock.advance(by: .seconds(1))
    #expect(store.state.sorted() == ["a 1", "a 2", "a between", "b", "c 1", "c between"])
    await clock.runUntilIdle()
    #expect(store.state.sorted() == ["a 1", "a 2", "a between", "b", "c 1", "c 2", "c between", "d"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `operations of a name queue inside a program of that name`() async {
    let one = { (name: String) in
      Program.task(EffectOptions(id: "x", policy: .queue(limit: 5))) { name }
    }
    let store = store()
    store.launch(.merge([one("a"), one("b"), one("c")]).cancellable(id: "x"))
    await executor.settle()
    #expect(store.state == ["a", "b", "c"])
    #expect(store.runningTaskCount == 0)
    #expect(issues.all.isEmpty)
  }

  @Test func `with newestWins the oldest whole program is cancelled`() async {
    let store = store()
    for name in ["a", "b", "c"] {
      store.launch(Self.orders[1](steps(name), .atMost(2, .newestWins)))
    }
    #expect(log.events("replaced") == ["replaced x"])
    store.launch(work("d").cancellable(id: "x").policy(.atMost(2, .newestWins)))
    await clock.runUntilIdle()
    #expect(store.state.sorted() == ["c 1", "c 2", "c between", "d"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `with newestWins the oldest single operation makes room for a whole program`() async {
    let store = store()
    let policy = LaunchPolicy.atMost(2, .newestWins)
    for name in ["a", "b"] {
      store.launch(work(name).cancellable(id: "x").policy(policy))
    }
    store.launch(Self.orders[1](steps("c"), policy))
    #expect(log.events("replaced") == ["replaced x"])
    await clock.runUntilIdle()
    #expect(store.state.sorted() == ["b", "c 1", "c 2", "c between"])
  }

  @Test(arguments: [LaunchPolicy.keepRunning, .queue(limit: 3)])
  func `an operation respects the whole program of its name, and the other way round`(policy: LaunchPolicy) async {
    let store = store()
    store.launch(Self.orders[0](steps("a"), policy))
    store.launch(work("b").cancellable(id: "x").policy(policy))
    await clock.advance(by: .milliseconds(1_500))
    #expect(store.state == ["a 1", "a between"])
    await clock.runUntilIdle()
    #expect(store.state.dropFirst(3) == (policy == .keepRunning ? [] : ["b"]))
    store.launch(work("c").cancellable(id: "x").policy(policy))
    store.launch(Self.orders[0](steps("d"), policy))
    await clock.runUntilIdle()
    #expect(store.state.last == (policy == .keepRunning ? "c" : "d 2"))
  }

  @Test(arguments: ["name", "handle", "all"])
  func `a waiting program is cancelled by its name or its handle, and never begins`(way: String) async {
    let store = store()
    store.launch(Self.orders[0](steps("a"), .queue(limit: 3)))
    let waiting = store.launch(Self.orders[0](steps("b").onCancel { "never" }, .queue(limit: 3)))
    switch way {
    case "name": store.cancel(.id("x"))
    case "handle": waiting.cancel()
    default: store.cancel(.all)
    }
    #expect(store.isTaskRunning(id: "x") == (way == "handle"))
    await clock.runUntilIdle()
    #expect(waiting.isFinished)
    #expect(store.state == (way == "handle" ? ["a 1", "a between", "a 2"] : []))
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a program inside one of its own name does not wait for it`() async {
    let store = store()
    let inner = Self.orders[0](steps("inner"), .keepRunning)
    store.launch(Self.orders[0](.sequence([work("before"), inner, work("inside", id: "x")]), .keepRunning))
    await clock.runUntilIdle()
    #expect(store.state == ["before", "inner 1", "inner between", "inner 2", "inside"])
  }

  @Test func `a program that waits for an action whose program queues after it continues`() async {
    let queue = LaunchPolicy.queue(limit: 3)
    let store = store { action in
      action == "behind" ? Self.orders[0](.sequence([.task { "last" }, .emit("end")]), queue) : .none
    }
    let first = Program.sequence([.run { send in await send.perform("behind") }, .task { "done" }])
    await store.launch(Self.orders[0](first, queue)).tree
    await store.settle()
    #expect(store.state == ["behind", "done", "last", "end"])
  }

  @Test func `a policy without a name for the whole applies to the names inside`() async {
    let store = store()
    let both = { (text: String) in Program.merge([work(text, id: "x"), work("other \(text)", id: "y")]) }
    store.launch(both("a").policy(.keepRunning))
    store.launch(both("b").policy(.keepRunning))
    #expect(log.events("refused") == ["refused x: alreadyRunning", "refused y: alreadyRunning"])
    store.launch(both("c").cancellable(id: "z").policy(.keepRunning))
    #expect(log.events("replaced") == ["replaced x", "replaced y"], "of the whole, and not of what is in it")
    await clock.runUntilIdle()
    #expect(store.state.sorted() == ["c", "other c"])
  }

  // MARK: Nested names

  /// A program that has one name as a whole, and takes another one in its second step.
  private func nested(_ text: String, _ outer: EffectID, _ outerPolicy: LaunchPolicy?, _ inner: Program) -> Program {
    let whole = Program.sequence([work("\(text) 1"), inner, .emit("\(text) end")]).cancellable(id: outer)
    return outerPolicy.map { whole.policy($0) } ?? whole
  }

  @Test(arguments: ["program", "operation", "held", "merge"])
  func `programs that queue for each other's names continue, and it is an issue`(inner: String) async {
    let store = store()
    let queue = LaunchPolicy.queue(limit: 3)
    let member = { (text: String, id: EffectID) -> Program in
      switch inner {
      case "program": self.steps(text).cancellable(id: id).policy(queue)
      case "operation": self.work(text).cancellable(id: id).policy(queue)
      case "held": self.work(text).policy(queue).throttle(id: id, for: .seconds(9))
      default: Program.merge([self.work(text), self.work("\(text) 2").cancellable(id: id).policy(queue)])
      }
    }
    if inner == "held" {
      for (id, wait) in [("a", 1_500), ("b", 1_600)] {
        store.launch(Program.task { "first \(id)" }.throttle(id: EffectID(id), for: .milliseconds(wait)))
      }
      await store.settle()
    }
    let handles = [
      store.launch(nested("x", "a", queue, member("x in b", "b"))),
      store.launch(nested("y", "b", queue, member("y in a", "a"))),
      store.launch(work("z").cancellable(id: "a").policy(queue)),
    ]
    await clock.runUntilIdle()
    #expect(handles.map(\.isFinished) == [true, true, true])
    #expect(Set(store.state).isSuperset(of: ["x end", "y end", "z"]))
    #expect(store.runtime.waitingEffects.isEmpty && store.runtime.runningEffects.isEmpty)
    #expect(store.runtime.table.nodeCount == 0)
    #expect(
      issues.all.map(\.message) == [
        """
        The launch policy of the effect '\(inner == "held" ? "b" : "a")' was ignored, because the effect would have waited for itself.

        The effects before it wait in turn for the end of a program that it is part of, so it began at once.

        Where programs that queue are nested, nest their names in the same order everywhere.
        """
      ]
    )
  }

  @Test func `three programs that each queue for the name of the next continue`() async {
    let store = store()
    let queue = LaunchPolicy.queue(limit: 3)
    let names: [EffectID] = ["a", "b", "c"]
    let handles = names.indices.map { index in
      let next = names[(index + 1) % 3]
      return store.launch(
        nested("\(index)", names[index], queue, work("in \(next)").cancellable(id: next).policy(queue))
      )
    }
    await clock.runUntilIdle()
    #expect(handles.allSatisfy { $0.isFinished })
    #expect(issues.all.count == 1)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [true, false])
  func `a name that replaces and one that queues, nested in opposite orders, both end`(isQueueFirst: Bool) async {
    let store = store()
    let queue = LaunchPolicy.queue(limit: 3)
    let programs = [
      nested("x", "a", nil, steps("x in b").cancellable(id: "b").policy(queue)),
      nested("y", "b", queue, steps("y in a").cancellable(id: "a")),
    ]
    let handles = (isQueueFirst ? programs.reversed() : programs).map { store.launch($0) }
    await clock.runUntilIdle()
    #expect(handles.allSatisfy { $0.isFinished })
    #expect(store.state.contains("y end") && !store.state.contains("x end"))
    #expect(issues.all.isEmpty)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `programs that queue for two names in the same order run one after another`() async {
    let store = store()
    let queue = LaunchPolicy.queue(limit: 3)
    for text in ["x", "y", "z"] {
      store.launch(nested(text, "a", queue, work("\(text) in b").cancellable(id: "b").policy(queue)))
    }
    await clock.runUntilIdle()
    #expect(store.state == ["x", "y", "z"].flatMap { ["\($0) 1", "\($0) in b", "\($0) end"] })
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: Rounds.seeds(40))
  func `programs that nest names in any order all end`(seed: Int) async {
    var random = SplitMix64(seed: seed)
    let store = store()
    let names: [EffectID] = ["a", "b", "c"]
    let policies: [LaunchPolicy] = [.queue(limit: 9), .atMost(2, .oldestFirst), .keepRunning, .concurrent]
    func program(_ depth: Int) -> Program {
      let named = { (program: Program) -> Program in
        program.cancellable(id: random.pick(names) ?? "a").policy(random.pick(policies) ?? .keepRunning)
      }
      guard depth > 0 else { return named(work("done")) }
      let members = (0...random.number(below: 3)).map { _ in program(depth - 1) }
      return named(random.happens(onceIn: 3) ? .merge(members) : .sequence([work("begun")] + members))
    }
    var handles: [SendHandle] = []
    for _ in 0..<12 {
      handles.append(store.launch(program(random.number(below: 3))))
      await clock.advance(by: .milliseconds(random.number(below: 1_500)))
    }
    await clock.runUntilIdle()
    #expect(handles.allSatisfy { $0.isFinished })
    #expect(store.runtime.waitingEffects.isEmpty && store.runtime.runningEffects.isEmpty)
    #expect(store.runtime.table.nodeCount == 0)
  }

  // MARK: Several names

  @Test func `a program that is refused does not take a further name from others`() async {
    let store = store()
    let named = { (text: String) in work(text).cancellable(id: "x").policy(.keepRunning).cancellable(id: "further") }
    store.launch(named("a"))
    store.launch(named("b"))
    #expect(log.events("refused") == ["refused x: alreadyRunning"])
    await clock.runUntilIdle()
    #expect(store.state == ["a"])
    for isThrottledFirst in [true, false] {
      let throttled = { (text: String) -> Program in
        isThrottledFirst
          ? work(text).throttle(id: isThrottledFirst, for: .seconds(5), edges: .leading).cancellable(id: "further")
          : work(text).cancellable(id: "further").throttle(id: isThrottledFirst, for: .seconds(5), edges: .leading)
      }
      store.launch(throttled("c"))
      store.launch(throttled("d"))
      await clock.runUntilIdle()
    }
    #expect(store.state == ["a", "c", "c"])
  }

  @Test func `a queued program takes a further name from others when it is launched`() async {
    let store = store()
    let named = { (text: String) in
      work(text).cancellable(id: "x").policy(.queue(limit: 1)).cancellable(id: "further", cancelInFlight: true)
    }
    store.launch(work("a", id: "x"))
    store.launch(
      Program.run { [clock] _ in try await clock.sleep(for: .seconds(60)) }.cancellable(id: "further")
    )
    store.launch(named("b"))
    #expect(log.events("replaced") == ["replaced further"])
    #expect(store.runtime.waitingEffects.map(\.id) == ["x"])
    await clock.runUntilIdle()
    #expect(store.state == ["a", "b"])
    #expect(log.events("cancelled") == [])
  }

  @Test func `a shared further name is taken from no other effect`() async {
    let store = store()
    store.launch(work("other").cancellable(id: "further"))
    store.launch(work("shared").cancellable(id: "x").cancellable(id: "further", cancelInFlight: false))
    await clock.runUntilIdle()
    #expect(store.state.sorted() == ["other", "shared"])
  }

  @Test func `a launch that a throttle refuses does not replace a debounced one`() async {
    let store = store()
    for text in ["first", "refused"] {
      let throttled = work(text).throttle(id: "t", for: .seconds(9), edges: .leading)
      store.launch(throttled.debounce(id: "d", for: .seconds(1)))
    }
    await clock.runUntilIdle()
    #expect(log.events("refused").count == 1)
    #expect(store.state == ["first"])
  }

  @Test(arguments: [true, false])
  func `a debounced effect is found by both of its names, and replaces others of either`(isNamedFirst: Bool) async {
    let store = store()
    let debounced = { (text: String) -> Program in
      isNamedFirst
        ? work(text).cancellable(id: "a").debounce(id: "b", for: .seconds(1))
        : work(text).debounce(id: "b", for: .seconds(1)).cancellable(id: "a")
    }
    store.launch(work("old").cancellable(id: "a"))
    store.launch(debounced("first"))
    #expect(log.events("replaced") == ["replaced a"])
    store.launch(debounced("second"))
    #expect(store.isTaskRunning(id: "a") && store.isTaskRunning(id: "b"))
    #expect(store.runningTaskCount == 1)
    await clock.runUntilIdle()
    #expect(store.state == ["second"])
    for id: EffectID in ["a", "b"] {
      store.launch(debounced("never"))
      store.cancel(.id(id))
      #expect(!store.isTaskRunning(id: "a") && !store.isTaskRunning(id: "b"))
    }
    await clock.runUntilIdle()
    #expect(store.state == ["second"])
  }

  @Test func `the error of an effect that is caught inside of its name is reported with that name`() async {
    struct Failure: Error {}
    let told = RecordedNames()
    let options = StoreOptions(executor: executor, clock: clock, onError: { _, info in told.add(info.id) })
    let store = ScriptStore<String>(options: options)
    let failing = Program.task { throw Failure() }.delay(for: .seconds(1))
    let caught = failing.catch { _ in failing }
    for named in [caught.cancellable(id: "x"), caught.debounce(id: "x", for: .seconds(1))] {
      store.launch(named)
      #expect(store.runtime.runningEffects.map(\.id) == ["x"])
      await clock.runUntilIdle()
    }
    #expect(told.ids == ["x", "x"])
    store.launch(Program.merge([failing, work("b", id: "own")]).cancellable(id: "x").scoped(to: "s"))
    let names = store.runtime.runningEffects.map(\.id)
    #expect(names == [EffectID("x").scoped(to: "s"), EffectID("own").scoped(to: "s")])
    await clock.runUntilIdle()
  }

  private final class RecordedNames: Sendable {
    private let names = Locked<[EffectID?]>([])
    var ids: [EffectID?] { names.withLock { $0 } }
    func add(_ id: EffectID?) { names.withLock { $0.append(id) } }
  }

  // MARK: Misuse

  @Test func `a policy that limits an effect without a name is an issue`() async {
    let store = store()
    store.launch(work("a").policy(.keepRunning))
    store.launch(Program.emit("b").policy(.queue(limit: 1)))
    store.launch(Program.merge([work("c"), work("d", id: "x")]).policy(.atMost(2, .newestWins)))
    store.launch(work("e").policy(.concurrent))
    store.launch(work("f").policy(.replace))
    store.launch(Program.cancel(.id("y")).delay(for: .seconds(1)).policy(.keepRunning))
    #expect(issues.all.count == 4)
    #expect(
      issues.all.first?.message == """
        The launch policy of an effect without a name was ignored.

        A policy decides about effects of one name, and this effect has none.

        Name the effect, by 'cancellable(id:)' for instance, or leave the policy out.
        """
    )
    guard case .ignoredModifier("policy(_:)")? = issues.all.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
    await clock.runUntilIdle()
    #expect(Set(store.state) == ["a", "b", "c", "d", "e", "f"])
  }

  @Test(arguments: [LaunchPolicy.keepRunning, .concurrent, .queue(limit: 1)], [true, false])
  func `a policy under the name of a debounce is an issue, and the debounce replaces`(
    policy: LaunchPolicy,
    isComposite: Bool
  ) async {
    let store = store()
    let base = isComposite ? Program.sequence([work("a"), .emit("b")]) : work("a")
    for program in [
      base.policy(policy).debounce(id: "x", for: .seconds(1)), base.debounce(id: "x", for: .seconds(1)).policy(policy),
    ] {
      store.launch(program)
    }
    #expect(store.runningTaskCount == 1)
    #expect(
      issues.all.map(\.message)
        == Array(
          repeating: """
            The launch policy of the effect 'x' was ignored, because the effect is debounced.

            Each launch of a debounced effect replaces the one before, which no other policy can change.

            Leave the policy out, or debounce under another name than the one that the policy is for.
            """,
          count: 2
        )
    )
    await clock.runUntilIdle()
    #expect(store.state == (isComposite ? ["a", "b"] : ["a"]))
  }
}
