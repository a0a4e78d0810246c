import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// At most one launch begins in each interval, in virtual time.
@MainActor
@Suite struct ThrottleTests {
  private let executor = TestExecutor()
  private let clock: TestClock
  private let log = EventLog()

  init() {
    clock = TestClock(executor: executor)
  }

  /// A store whose actions of the form "save …" launch a throttled effect that sends "saved …".
  private func store(
    _ edges: ThrottleEdges,
    policy: LaunchPolicy = .replace,
    for interval: Duration = .seconds(1),
    taking duration: Duration = .zero,
    inPool: Bool = false
  ) -> ScriptStore<String> {
    let options = StoreOptions(executor: inPool ? nil : executor, clock: clock, observers: [log])
    return ScriptStore(options: options) { (action: String) in
      switch action {
      case "cancel": return .cancel(.id("save"))
      case _ where action.hasPrefix("save "):
        let saved = "saved \(action.dropFirst(5))"
        return EffectProgram.task(EffectOptions(policy: policy)) { saved }
          .delay(for: duration)
          .throttle(id: "save", for: interval, edges: edges)
      default: return .none
      }
    }
  }

  private func saved(_ store: ScriptStore<String>) -> [String] {
    store.state.filter { $0.hasPrefix("saved ") }
  }

  @Test func `with the leading edge the first begins at once, and others within the interval are refused`() async {
    let store = store(.leading)
    store.send("save 1")
    let refused = store.send("save 2")
    #expect(refused.isFinished)
    await store.settle()
    #expect(saved(store) == ["saved 1"])
    #expect(log.events("refused") == ["refused save: throttled"])
    await clock.advance(by: .milliseconds(999))
    store.send("save 3")
    await clock.advance(by: .milliseconds(1))
    store.send("save 4")
    await clock.runUntilIdle()
    #expect(saved(store) == ["saved 1", "saved 4"])
  }

  @Test func `with the trailing edge the newest begins at the end of the interval`() async {
    let store = store(.trailing)
    store.send("save 1")
    await clock.advance(by: .milliseconds(500))
    store.send("save 2")
    #expect(store.isTaskRunning(id: "save"))
    #expect(store.runningTaskCount == 1)
    #expect(store.runtime.waitingEffects.map(\.id) == ["save"])
    await clock.advance(by: .milliseconds(499))
    #expect(saved(store) == [])
    await clock.advance(by: .milliseconds(1))
    #expect(saved(store) == ["saved 2"])
    #expect(log.events("replaced") == ["replaced save"])
    #expect(log.events("started") == ["started save"])
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `launches without a suspension between them share an interval of zero`(interval: Duration) async {
    for (edges, begun) in [
      (ThrottleEdges.both, ["saved 1", "saved 4"]), (.leading, ["saved 1"]), (.trailing, ["saved 4"]),
    ] {
      let store = store(edges, policy: .concurrent, for: interval)
      for number in 1...4 { store.send("save \(number)") }
      await store.settle()
      #expect(saved(store) == begun)
      store.send("save 5")
      await store.settle()
      #expect(saved(store) == begun + ["saved 5"])
    }
  }

  // The threads of the pool do not wait for the main actor.
  @Test(arguments: [ThrottleEdges.both, .leading, .trailing])
  func `however long the main actor launches without a suspension, an interval of zero does not end`(
    edges: ThrottleEdges
  ) async {
    let store = store(edges, policy: .concurrent, for: .zero, inPool: true)
    for number in 1...1_000 { store.send("save \(number)") }
    await store.settle()
    let begun = (edges.isLeading ? ["saved 1"] : []) + (edges.isTrailing ? ["saved 1000"] : [])
    #expect(saved(store).sorted() == begun)
  }

  @Test func `with both edges the first begins at once, and the newest at the end of each interval`() async {
    let store = store(.both)
    for number in 1...3 {
      store.send("save \(number)")
    }
    await store.settle()
    #expect(saved(store) == ["saved 1"])
    await clock.advance(by: .seconds(1))
    #expect(saved(store) == ["saved 1", "saved 3"])
    store.send("save 4")
    await clock.advance(by: .milliseconds(999))
    #expect(saved(store).count == 2)
    await clock.advance(by: .milliseconds(1))
    #expect(saved(store).last == "saved 4")
  }

  @Test func `with the trailing edge that keeps the first, it begins at the end, and others are refused`() async {
    let store = store(.trailingKeepingFirst)
    for number in 1...3 { store.send("save \(number)") }
    #expect(store.runningTaskCount == 1)
    #expect(log.events("refused") == ["refused save: throttled", "refused save: throttled"])
    await clock.advance(by: .seconds(1))
    #expect(saved(store) == ["saved 1"])
    store.send("save 4")
    store.send("save 5")
    await clock.runUntilIdle()
    #expect(saved(store) == ["saved 1", "saved 4"])
  }

  @Test func `with both edges that keep the first, the first begins at once, and the second at the end`() async {
    let store = store(.bothKeepingFirst)
    for number in 1...4 { store.send("save \(number)") }
    await clock.runUntilIdle()
    #expect(saved(store) == ["saved 1", "saved 2"])
    #expect(log.events("refused") == ["refused save: throttled", "refused save: throttled"])
    store.send("save 5")
    await store.settle()
    #expect(saved(store) == ["saved 1", "saved 2", "saved 5"])
  }

  @Test func `a held first launch that is cancelled makes room for the next one`() async {
    let store = store(.trailingKeepingFirst)
    store.send("save 1")
    store.send("cancel")
    store.send("save 2")
    await clock.runUntilIdle()
    #expect(saved(store) == ["saved 2"])
  }

  @Test(arguments: [ThrottleEdges.leading, .trailing, .both, .trailingKeepingFirst, .bothKeepingFirst])
  func `after a quiet interval a launch is the first again`(edges: ThrottleEdges) async {
    let store = store(edges)
    store.send("save 1")
    await clock.runUntilIdle()
    #expect(clock.deadlines.isEmpty)
    let start = clock.now
    store.send("save 2")
    await clock.runUntilIdle()
    #expect(saved(store) == ["saved 1", "saved 2"])
    #expect(start.duration(to: clock.now) == .seconds(edges.isLeading ? 1 : 2))
  }

  @Test func `a held launch is cancelled by name, and its interval continues`() async {
    let store = store(.both)
    store.send("save 1")
    let held = store.send("save 2")
    await store.settle()
    store.send("cancel")
    #expect(!store.isTaskRunning(id: "save"))
    #expect(held.isFinished)
    store.send("save 3")
    #expect(store.runtime.waitingEffects.count == 1)
    await clock.runUntilIdle()
    #expect(saved(store) == ["saved 1", "saved 3"])
  }

  @Test func `an interval whose held launch was cancelled ends without a launch`() async {
    let store = store(.both)
    store.send("save 1")
    store.send("save 2").cancel()
    await clock.advance(by: .seconds(1))
    store.send("save 3")
    await store.settle()
    #expect(saved(store) == ["saved 1", "saved 3"])
  }

  @Test func `a cancelled operation does not let another begin before the interval ends`() async {
    let store = store(.leading, taking: .milliseconds(100))
    store.send("save 1")
    store.send("cancel")
    store.send("save 2")
    await clock.runUntilIdle()
    #expect(saved(store) == [])
    #expect(log.events("refused") == ["refused save: throttled"])
  }

  @Test func `a replacing launch without a throttle replaces the held one at once`() async {
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock, observers: [log])) {
      (action: String) in
      switch action {
      case "save": EffectProgram.task { "saved" }.throttle(id: "save", for: .seconds(1), edges: .trailing)
      case "now": .task(EffectOptions(id: "save")) { "saved now" }
      default: .none
      }
    }
    store.send("save")
    store.send("now")
    await clock.runUntilIdle()
    #expect(store.state == ["save", "now", "saved now"])
    #expect(log.events("replaced") == ["replaced save"])
  }

  @Test func `an operation that still runs is replaced when the next one begins`() async {
    let store = store(.both, taking: .milliseconds(1_500))
    store.send("save 1")
    store.send("save 2")
    #expect(store.runningTaskCount == 2)
    await clock.advance(by: .seconds(1))
    #expect(store.runningTaskCount == 1)
    await clock.runUntilIdle()
    #expect(saved(store) == ["saved 2"])
  }

  @Test func `the policy decides what happens to an operation that still runs`() async {
    let beside = store(.both, policy: .concurrent, taking: .milliseconds(1_500))
    beside.send("save 1")
    beside.send("save 2")
    await clock.runUntilIdle()
    #expect(saved(beside) == ["saved 1", "saved 2"])

    let behind = store(.both, policy: .queue(limit: 1), taking: .milliseconds(1_500))
    behind.send("save 1")
    behind.send("save 2")
    await clock.advance(by: .seconds(1))
    #expect(behind.runtime.waitingEffects.count == 1)
    await clock.runUntilIdle()
    #expect(saved(behind) == ["saved 1", "saved 2"])
  }

  @Test func `a held launch that its policy refuses at the end of the interval never begins`() async {
    let store = store(.both, policy: .keepRunning, taking: .milliseconds(1_500))
    store.send("save 1")
    let held = store.send("save 2")
    await clock.advance(by: .seconds(1))
    #expect(held.isFinished)
    #expect(log.events("refused") == ["refused as alreadyRunning save"])
    await clock.runUntilIdle()
    #expect(saved(store) == ["saved 1"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `launches that are held open no intervals of their own`() async {
    let store = store(.trailing)
    store.send("save 1")
    await clock.advance(by: .milliseconds(500))
    store.send("save 2")
    await store.settle()
    #expect(clock.deadlines.map(\.offset) == [.seconds(1)])
    await clock.advance(by: .milliseconds(1_200))
    store.send("save 3")
    await clock.advance(by: .milliseconds(300))
    #expect(saved(store) == ["saved 2", "saved 3"])
  }

  @Test func `an effect that waits for a held one continues when that one has to queue after it`() async {
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { (action: String) in
      let options = EffectOptions(policy: .queue(limit: 1))
      let program: EffectProgram<String> =
        switch action {
        case "first":
          .run(options) { send in
            await send.perform("second")
            send("performed")
          }
        case "second": .task(options) { "done" }
        default: .none
        }
      return program.throttle(id: "work", for: .seconds(1))
    }
    store.send("first")
    await clock.runUntilIdle()
    #expect(store.state == ["first", "second", "performed", "done"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `intervals are waited for on the store's executor, and leave nothing behind`() async {
    let store = store(.trailing)
    store.send("save 1")
    #expect(executor.runUntilIdle(), "a held launch has no job, but its interval")
    #expect(clock.deadlines.count == 1)
    #expect(store.runtime.table.timerCount == 1)
    await clock.runUntilIdle()
    #expect(store.runtime.table.timerCount == 0)
  }

  @Test func `names have intervals of their own`() async {
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { (action: String) in
      guard action.hasPrefix("save ") else { return .none }
      return EffectProgram.task { "done" }.throttle(id: action, for: .seconds(1), edges: .leading)
    }
    store.send("save a")
    store.send("save b")
    await store.settle()
    #expect(store.state.filter { $0 == "done" }.count == 2)
  }

  @Test func `a modifier's own clock takes precedence over the store's`() async {
    let other = TestClock(executor: executor)
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { (action: String) in
      guard action == "save" else { return .none }
      return EffectProgram.task { "saved" }.throttle(id: "save", for: .seconds(1), edges: .trailing, clock: other)
    }
    store.send("save")
    await clock.advance(by: .seconds(5))
    #expect(store.state == ["save"])
    await other.advance(by: .seconds(1))
    #expect(store.state == ["save", "saved"])
  }

  @Test func `nothing begins and nothing sleeps once the store is deallocated`() async {
    let begun = Counter()
    var store: ScriptStore<String>? = ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { _ in
      EffectProgram.run { _ in begun.add() }.throttle(id: "save", for: .seconds(1), edges: .trailing)
    }
    let held = store?.send("save")
    await executor.settle()
    #expect(clock.deadlines.count == 1)
    store = nil
    await held?.value
    await executor.settle()
    #expect(clock.deadlines.isEmpty)
    await clock.advance(by: .seconds(5))
    #expect(begun.value == 0)
  }

  @Test func `a clock that jumps over many intervals lets the held launch begin once`() async {
    let store = store(.both)
    store.send("save 1")
    store.send("save 2")
    await clock.advance(by: .seconds(3_600))
    #expect(saved(store) == ["saved 1", "saved 2"])
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `a clock that fails ends the interval`() async {
    struct BrokenClock: Clock {
      struct Broken: Error {}
      let clock = ContinuousClock()
      var now: ContinuousClock.Instant { clock.now }
      var minimumResolution: Duration { .zero }
      func `sleep`(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { throw Broken() }
    }
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: BrokenClock())) { (action: String) in
      guard action.hasPrefix("save ") else { return .none }
      return EffectProgram.task { "saved" }.throttle(id: "save", for: .seconds(1), edges: .leading)
    }
    store.send("save 1")
    await store.settle()
    store.send("save 2")
    await store.settle()
    #expect(store.state == ["save 1", "saved", "save 2", "saved"])
  }

  @Test func `a held launch keeps its token`() async {
    let store = store(.trailing, taking: .milliseconds(500))
    store.send("save 1")
    let held = store.runtime.waitingEffects.map(\.token)
    await clock.advance(by: .seconds(1))
    #expect(store.runtime.waitingEffects.isEmpty)
    #expect(held.count == 1)
    #expect(store.runtime.runningEffects.map(\.token) == held)
  }

  @Test func `an interval continues when its store is stopped, and when its child leaves`() async {
    let isPresent = Locked(true)
    let log = log
    let options = StoreOptions(executor: executor, clock: clock, observers: [log])
    let saving = EffectProgram<String>.run { _ in }.throttle(id: "save", for: .seconds(1), edges: .leading)
    let runtime = Runtime<String>(
      options: options,
      isPresent: { _ in isPresent.withLock { $0 } },
      handler: { $0 == "save" ? saving.scoped(to: "child") : .none }
    )
    runtime.send("save")
    runtime.stop()
    runtime.start()
    isPresent.withLock { $0 = false }
    runtime.send("leave")
    isPresent.withLock { $0 = true }
    runtime.send("save")
    #expect(log.events("refused").count == 1)
    await clock.advance(by: .seconds(1))
    runtime.send("save")
    #expect(log.events("refused").count == 1)
    await runtime.settle()
  }
}
