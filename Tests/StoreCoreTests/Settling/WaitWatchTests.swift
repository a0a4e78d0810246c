import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Waits for effects that sleep on a test clock.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct WaitWatchTests {
  private let executor = TestExecutor()
  private let clock: TestClock
  private let issues = IssueLog()
  private let gate = Gate()

  init() {
    clock = TestClock(executor: executor)
    clock.waitLimit = .zero
  }

  private var options: StoreOptions {
    StoreOptions(executor: executor, clock: clock, onIssue: issues.record)
  }

  /// A store with effects that sleep for a second.
  private func store(_ options: StoreOptions? = nil) -> ScriptStore<String> {
    ScriptStore(options: options ?? self.options) { [gate] (action: String) -> EffectProgram<String> in
      switch action {
      case "load": .task(EffectOptions(id: "load")) { "loaded" }.delay(for: .seconds(1))
      case "queue":
        .task(EffectOptions(id: "load", policy: .queue(limit: 5))) { "loaded behind" }
      case "cause": .task { "load" }
      case "throttle": .task { "throttled" }.throttle(id: "throttle", for: .seconds(1), edges: .trailing)
      case "perform":
        .run(EffectOptions(id: "perform")) { send in
          await send.perform("load")
          send("performed")
        }
      case "gate": .run(EffectOptions(id: "gate")) { _ in await gate.pass() }
      case "timeout": .run { _ in await gate.pass() }.timeout(after: .seconds(1))
      case "both": .merge([.run { _ in await gate.pass() }, .task { "late" }.delay(for: .seconds(1))])
      case "poll": .poll(every: .seconds(1), id: "poll") { "polled" }
      case "timer": .timer(every: .seconds(1), id: "timer") { "ticked" }
      default: .none
      }
    }
  }

  private var sleepers: [[String]] {
    issues.all.map { issue in if case .waitForSleepers(let sleepers) = issue.kind { sleepers } else { [] } }
  }

  /// Lets everything run that the watch would let run, several times over.
  private func letAllRun() async {
    for _ in 0..<500 { await Task.detached { @MainActor in }.value }
  }

  // MARK: Given up

  @Test(arguments: ["value", "tree", "perform", "inlet", "off the main actor"])
  func `a wait for an effect that sleeps on a clock which nobody advances is given up`(wait: String) async {
    let store = store()
    var line: UInt = 0
    switch wait {
    case "value", "tree":
      line = #line + 1
      let handle = store.send("load")
      if wait == "value" { await handle.value } else { await handle.tree }
    case "perform":
      line = #line + 1
      await store.perform("load")
    case "inlet":
      line = #line + 1
      await store.runtime.inlet.perform("load", at: CallSite())
    default:
      let inlet = store.runtime.inlet
      line = #line + 1
      await Task.detached { await inlet.perform("load", at: CallSite()) }.value
    }
    #expect(
      sleepers == [["the effect 'load', since 0.0 seconds, until 1.0 seconds, on the TestClock that is at 0.0 seconds"]]
    )
    #expect(issues.all.first?.location?.line == line)
    #expect(
      issues.all.first?.message == """
        A wait for the effects of an action was given up: they sleep on a test clock, which nobody advances.

        Nothing else can run. What sleeps, in the order in which it would wake:

          1. the effect 'load', since 0.0 seconds, until 1.0 seconds, on the TestClock that is at 0.0 seconds

        Send without waiting, advance the clock, and check the state after that; or wait in a task of its own, by \
        'async let', and advance the clock meanwhile. To wait only until nothing else can run, use 'settle()'.
        """
    )
    // The effect itself goes on.
    #expect(store.isTaskRunning(id: "load"))
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["load", "loaded"])
    #expect(executor.activity.waitWatch.isEmpty)
  }

  @Test func `a wait that was given up returns no value through an inlet, and the present one through a store`() async {
    let store = store()
    store.runtime.shareState { [weak store] in store?.state ?? [] }
    #expect(await store.perform("load", returning: \.count) == 1)
    let count = await store.runtime.inlet.perform(
      "load",
      returning: { (state: [String]) in state.count },
      at: CallSite()
    )
    #expect(count == nil)
    #expect(issues.all.count == 2)
  }

  @Test(
    arguments: [
      ("cause", "the effect 'load'"), ("perform", "the effect 'load'"),
      ("throttle", "the interval of the throttle 'throttle'"),
    ]
  )
  func `a wait is given up for what an effect causes, performs or waits behind`(action: String, sleeper: String) async {
    let store = store()
    await store.perform(action)
    #expect(sleepers.count == 1)
    #expect(sleepers.first?.map { $0.prefix { $0 != "," } } == [sleeper[...]])
    await clock.advance(by: .seconds(1))
    #expect(store.runningTaskCount == 0)
  }

  @Test func `a wait for a queued effect is given up for the one that runs`() async {
    let store = store()
    store.send("load")
    await store.perform("queue")
    #expect(sleepers.first?.first?.hasPrefix("the effect 'load', since") == true)
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["load", "queue", "loaded", "loaded behind"])
  }

  @Test func `a wait for an action is given up while the effects of another one hold it up`() async {
    let store = ScriptStore(options: options, ordering: .sequential) { (action: String) -> EffectProgram<String> in
      action == "load" ? .task(EffectOptions(id: "load")) { "loaded" }.delay(for: .seconds(1)) : .none
    }
    store.send("load")
    await store.perform("next")
    #expect(sleepers.count == 1)
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["load", "loaded", "next"])
  }

  @Test func `a wait is given up for a handler that sleeps`() async {
    let store = SuspendingStore(options: options) { (_: String) in
      try? await EffectClock.current.sleep(for: .seconds(1))
      return .none
    }
    store.send("first")
    await store.perform("second")
    let expected = "the handler of first, since 0.0 seconds, until 1.0 seconds, on the TestClock that is at 0.0 seconds"
    #expect(sleepers == [[expected]])
    await clock.advance(by: .seconds(2))
    #expect(store.state == ["first", "second"])
  }

  @Test func `a wait for an effect that waits for another store is given up`() async {
    let other = store()
    let store = ScriptStore(options: options) { (_: String) -> EffectProgram<String> in
      .run { _ in await other.perform("load") }
    }
    await store.perform("start")
    #expect(sleepers.count == 1)
    // Only the wait of the test: the effect's continues.
    #expect(store.runningTaskCount == 1)
    await clock.advance(by: .seconds(1))
    #expect(store.runningTaskCount == 0)
  }

  @Test func `a wait is given up when the last effect that did not sleep has ended`() async {
    let store = store()
    async let wait: Void = store.perform("both")
    await letAllRun()
    #expect(issues.all.isEmpty)
    gate.open()
    await wait
    #expect(sleepers.map(\.count) == [1])
    store.cancelAll()
  }

  @Test func `each of several waits is given up, at its line`() async {
    let store = store()
    async let first: Void = store.perform("load")
    async let second: Void = store.perform("timeless")
    async let third: Void = store.perform("throttle")
    _ = await (first, second, third)
    #expect(issues.all.compactMap(\.location?.line).count == 2)
    #expect(Set(issues.all.compactMap(\.location?.line)).count == 2)
    store.cancelAll()
  }

  @Test func `a wait is given up again after the clock was advanced too little`() async {
    let store = store()
    async let wait: Void = store.perform("load")
    await clock.advance(by: .milliseconds(300))
    await wait
    #expect(sleepers.first?.first?.hasSuffix("until 1.0 seconds, on the TestClock that is at 0.3 seconds") == true)
    store.cancelAll()
  }

  @Test(arguments: ["poll", "timer"])
  func `the value of a poll or a timer never comes, and says so; its tree does not wait`(kind: String) async {
    let store = store()
    await store.perform(kind)
    #expect(issues.all.isEmpty)
    await store.send(kind).value
    let cure =
      "A timer or a poll never ends by itself: wait by 'perform' or 'tree', which leave streams out, or cancel it."
    #expect(issues.all.first?.message.hasSuffix(cure) == true)
    store.cancelAll()
  }

  @Test func `a store without an executor gives up waits on a test clock too`() async {
    let store = store(StoreOptions(clock: clock, onIssue: issues.record))
    await store.perform("load")
    #expect(sleepers.count == 1)
    store.cancelAll()
  }

  @Test func `an executor that runs no jobs by itself is asked to run them`() async {
    let executor = LazyExecutor()
    let clock = TestClock(followedBy: executor)
    clock.waitLimit = .zero
    let store = store(StoreOptions(executor: executor, clock: clock, onIssue: issues.record))
    let handle = store.send("load")
    store.send("queue")
    _ = executor.runUntilIdle()
    await handle.value
    #expect(sleepers.count == 1)
    store.cancelAll()
  }

  // MARK: Not given up

  @Test(arguments: ["task", "after turns", "in parts", "after a settling"])
  func `a wait while another task advances the clock is not given up`(way: String) async {
    let store = store()
    let clock = clock
    // The other task may be held up for longer than the turns that are counted, on a busy machine.
    clock.waitLimit = .seconds(1_000)
    switch way {
    case "task":
      Task { await clock.advance(by: .seconds(1)) }
      await store.perform("load")
    case "after turns":
      Task {
        for _ in 0..<20 { await Task.detached { @MainActor in }.value }
        await clock.advance(by: .seconds(1))
      }
      await store.perform("load")
    case "in parts":
      async let wait: Void = store.perform("load")
      for _ in 0..<10 { await clock.advance(by: .milliseconds(100)) }
      await wait
    default:
      async let wait: Void = store.perform("load")
      for _ in 0..<10 { await store.settle() }
      await clock.advance(by: .seconds(1))
      await wait
    }
    #expect(store.state == ["load", "loaded"])
    #expect(issues.all.isEmpty)
  }

  @Test func `a task that works elsewhere before it advances the clock has time for it, a second by default`() async {
    let clock = TestClock(executor: executor)
    #expect(clock.waitLimit == .seconds(1))
    // A busy machine may take longer.
    clock.waitLimit = .seconds(1_000)
    let store = store(StoreOptions(executor: executor, clock: clock, onIssue: issues.record))
    // Far more turns than the watch counts, and nothing that it can see.
    let work = Task.detached {
      for _ in 0..<2_000 { await Task.detached {}.value }
      await clock.advance(by: .seconds(1))
    }
    await store.perform("load")
    #expect(store.state == ["load", "loaded"])
    #expect(issues.all.isEmpty)
    await work.value
  }

  @Test(arguments: ["gate", "timeout"])
  func `a wait for an effect that waits for something else is not given up`(action: String) async {
    let store = store()
    store.send("load")
    async let wait: Void = store.perform(action)
    await letAllRun()
    #expect(issues.all.isEmpty)
    gate.open()
    await wait
    #expect(issues.all.isEmpty)
    store.cancelAll()
  }

  @Test func `without an executor, an effect that may work keeps the waits of its store`() async {
    let store = store(StoreOptions(clock: clock, onIssue: issues.record))
    store.send("gate")
    await gate.waitForArrivals(1)
    async let wait: Void = store.perform("load")
    await letAllRun()
    #expect(issues.all.isEmpty)
    gate.open()
    await wait
    #expect(sleepers.count == 1)
    store.cancelAll()
  }

  @Test func `a wait that is cancelled leaves nothing behind`() async {
    let store = store()
    let wait = Task { await store.perform("load") }
    wait.cancel()
    await wait.value
    store.cancelAll()
    await store.settle()
    #expect(issues.all.isEmpty)
    #expect(executor.activity.waitWatch.isEmpty)
  }
}
