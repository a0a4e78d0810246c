import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct TickingTests {
  private let bench = TestBench(isTraced: false)

  private func store(_ script: @escaping @MainActor (String) -> EffectProgram<String>) -> ScriptStore<String> {
    ScriptStore(options: bench.options, script: script)
  }

  /// The number of times that each action was handled.
  private func count(_ action: String, in store: ScriptStore<String>) -> Int {
    store.state.count { $0 == action }
  }

  // MARK: Timers

  @Test func `a timer ticks with each interval, until it is cancelled`() async {
    let store = store { $0 == "start" ? .timer(every: .seconds(1), id: "clock") { "tick" } : .none }
    store.send("start")
    await bench.clock.advance(by: .milliseconds(999))
    #expect(count("tick", in: store) == 0)
    await bench.clock.advance(by: .milliseconds(1))
    #expect(count("tick", in: store) == 1)
    await bench.clock.advance(by: .seconds(9))
    #expect(count("tick", in: store) == 10)
    store.cancel(id: "clock")
    await bench.clock.advance(by: .seconds(5))
    #expect(count("tick", in: store) == 10)
    #expect(bench.clock.deadlines.isEmpty)
  }

  /// A clock whose sleeps last until a gate opens, even if the task is cancelled.
  private struct DeafClock: Clock {
    let gate: Gate
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func `sleep`(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { await gate.pass() }
  }

  @Test func `a timer that was cancelled makes no action, even if its clock ignores the cancel`() async {
    let (gate, made) = (Gate(), Counter())
    let store = store { action in
      guard action == "start" else { return .none }
      return .timer(every: .seconds(1), id: "clock", clock: DeafClock(gate: gate)) {
        made.add()
        return "tick"
      }
    }
    store.send("start")
    await store.settle()
    #expect(gate.arrivals == 1)
    store.cancel(id: "clock")
    gate.open()
    await store.settle()
    #expect(made.value == 0)
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `a timer that is woken late makes one tick for all it has missed, and does not drift`() async {
    let store = store { $0 == "start" ? .timer(every: .seconds(1)) { "tick" } : .none }
    store.send("start")
    await bench.clock.jump(by: .milliseconds(3_500))
    #expect(count("tick", in: store) == 1)
    #expect(bench.clock.deadlines == [TestClock.Instant(offset: .seconds(4))])
  }

  @Test func `a timer makes one tick at once for those missed while a handler was suspended`() async {
    let clock = bench.clock
    let store = SuspendingStore<String>(options: bench.options) { action in
      if action == "start" { return .timer(every: .seconds(1)) { "tick" } }
      // Not 'sleep(for:)', which leaves the main actor for the pool, where no executor follows it.
      if clock.now == TestClock.Instant(offset: .seconds(1)) {
        try? await clock.sleep(until: TestClock.Instant(offset: .milliseconds(4_500)))
      }
      return .none
    }
    store.send("start")
    await clock.advance(by: .milliseconds(4_499))
    #expect(store.state == ["start"])
    await clock.advance(by: .milliseconds(1))
    #expect(store.state == ["start", "tick", "tick"])
    await clock.advance(by: .milliseconds(500))
    #expect(store.state == ["start", "tick", "tick", "tick"])
  }

  @Test func `neither settle nor a wait for a tree waits for a timer`() async {
    let store = ScriptStore<String> { $0 == "start" ? .timer(every: .seconds(3_600), id: "clock") { "tick" } : .none }
    await store.send("start").tree
    await store.settle()
    #expect(store.isTaskRunning(id: "clock"))
  }

  @Test func `a timer ends with its store`() async {
    var store: ScriptStore<String>? = store { _ in .timer(every: .seconds(1)) { "tick" } }
    store?.send("start")
    await bench.clock.advance(by: .seconds(1))
    weak let released = store
    store = nil
    #expect(released == nil)
    await bench.clock.advance(by: .seconds(1))
    #expect(bench.clock.deadlines.isEmpty)
  }

  @Test func `a timer uses its own clock`() async {
    let other = TestClock(executor: bench.executor)
    let store = store { $0 == "start" ? .timer(every: .seconds(1), clock: other) { "tick" } : .none }
    store.send("start")
    await bench.clock.advance(by: .seconds(5))
    #expect(count("tick", in: store) == 0)
    await other.advance(by: .seconds(2))
    #expect(count("tick", in: store) == 2)
  }

  @Test func `a timer of a child belongs to the child's scope`() async {
    let store = store { $0 == "start" ? .timer(every: .seconds(1), id: "clock") { "tick" }.scoped(to: "row") : .none }
    store.send("start")
    await bench.clock.advance(by: .seconds(1))
    #expect(count("tick", in: store) == 1)
    store.cancel(.scope("row"))
    #expect(store.runningTaskCount == 0)
  }

  // MARK: Polls

  @Test func `a poll runs at once and with each interval`() async {
    let store = store { $0 == "start" ? .poll(every: .seconds(5), id: "poll") { "polled" } : .none }
    store.send("start")
    await store.settle()
    #expect(count("polled", in: store) == 1)
    await bench.clock.advance(by: .seconds(4))
    #expect(count("polled", in: store) == 1)
    await bench.clock.advance(by: .seconds(11))
    #expect(count("polled", in: store) == 4)
    store.cancel(id: "poll")
    await bench.clock.advance(by: .seconds(50))
    #expect(count("polled", in: store) == 4)
  }

  @Test func `a poll that takes longer than its interval skips what it has missed`() async {
    let times = Locked<[Duration]>([])
    let clock = bench.clock
    let store = store { action in
      guard action == "start" else { return .none }
      return .poll(every: .seconds(5)) {
        times.withLock { $0.append(clock.now.offset) }
        try await clock.sleep(for: .seconds(7))
        return "polled"
      }
    }
    store.send("start")
    await clock.advance(by: .seconds(25))
    #expect(times.withLock { $0 } == [.seconds(0), .seconds(10), .seconds(20)])
    #expect(count("polled", in: store) == 2)
  }

  private struct Failure: Error {}

  @Test func `an error ends a poll, and a retry begins it anew`() async {
    let attempts = Counter()
    let store = store { action in
      guard action == "start" else { return .none }
      return EffectProgram.poll(every: .seconds(10), id: "poll") {
        attempts.add()
        if attempts.value == 2 { throw Failure() }
        return "polled"
      }
      .retry(RetryPolicy(attempts: 2, delay: .seconds(1)))
    }
    store.send("start")
    await bench.clock.advance(by: .seconds(10))
    #expect(attempts.value == 2 && count("polled", in: store) == 1)
    await bench.clock.advance(by: .seconds(1))
    #expect(attempts.value == 3 && count("polled", in: store) == 2)
    await bench.clock.advance(by: .seconds(10))
    #expect(attempts.value == 4)
  }

  @Test func `without a retry an error is caught, and the poll has ended`() async {
    let store = store { action in
      action == "start"
        ? EffectProgram.poll(every: .seconds(1), id: "poll") { throw Failure() }.catch { _ in .emit("failed") } : .none
    }
    store.send("start")
    await bench.clock.advance(by: .seconds(5))
    #expect(store.state == ["start", "failed"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `settle waits for a run of a poll, and not for the next one`() async {
    let gate = Gate()
    let issues = Counter()
    // With a limit of zero, it is reported at once that there is something to wait for.
    let options = StoreOptions(onIssue: { _ in issues.add() }, settlingLimit: .zero)
    let box = StateBox<[String]>([])
    let runtime = Runtime<String>(options: options) { action in
      box.put(box.take() + [action])
      guard action == "start" else { return .none }
      return .poll(every: .seconds(3_600), id: "poll") {
        await gate.pass()
        return "polled"
      }
    }
    runtime.send("start")
    await gate.waitForArrivals(1)
    await runtime.settle()
    #expect(issues.value == 1)
    gate.open()
    let store = ScriptStore<String> { $0 == "start" ? .poll(every: .seconds(3_600), id: "poll") { "polled" } : .none }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "polled"])
    #expect(store.isTaskRunning(id: "poll"))
  }

  // MARK: The clock

  @Test func `an operation can use the store's clock`() async {
    let store = store { action in
      guard action == "start" else { return .none }
      return .run { send in
        try await send.clock.sleep(for: .seconds(3))
        send("slept")
      }
    }
    store.send("start")
    await bench.clock.advance(by: .seconds(2))
    #expect(store.state == ["start"])
    await bench.clock.advance(by: .seconds(1))
    #expect(store.state == ["start", "slept"])
  }

  @Test func `without a clock in the options an operation uses the system's`() async {
    let kinds = Locked<[Bool]>([])
    let store = ScriptStore<String> { _ in
      .run { send in kinds.withLock { $0.append(send.clock is ContinuousClock) } }
    }
    await store.send("start").value
    #expect(kinds.withLock { $0 } == [true])
    #expect(store.runtime.inlet.clock is ContinuousClock)
  }

  @Test func `a timeout around a poll limits the whole poll`() async {
    let store = store { action in
      guard action == "start" else { return .none }
      return EffectProgram.poll(every: .seconds(1)) { "polled" }.timeout(after: .milliseconds(2_500))
        .catch { _ in .emit("over") }
    }
    store.send("start")
    await bench.clock.advance(by: .seconds(10))
    #expect(store.state == ["start", "polled", "polled", "polled", "over"])
  }
}
