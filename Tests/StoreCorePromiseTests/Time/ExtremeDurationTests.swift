import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Options of time with absurd values: none of them ends the program.
@MainActor
@Suite struct ExtremeDurationTests {
  nonisolated private static let options = [
    "delay", "debounce", "debounce of two", "throttle", "throttle, leading", "throttle, trailing", "throttle of two",
    "timeout", "retry", "retry, infinite", "retry, cap", "retry, jitter", "stream, debounce", "stream, throttle",
    "stream, leading", "stream, trailing",
  ]

  private struct Failure: Error {}

  private func program(_ option: String, _ duration: Duration) -> EffectProgram<String> {
    let task = EffectProgram<String>.task(EffectOptions(id: "work")) { "done" }
    let failing = EffectProgram<String>.task(EffectOptions(id: "work")) { throw Failure() }
    let elements: @Sendable () -> AsyncStream<String> = {
      AsyncStream { continuation in
        for element in ["first", "second", "third"] { continuation.yield(element) }
        continuation.finish()
      }
    }
    func stream(_ rate: StreamRate) -> EffectProgram<String> {
      .stream(EffectOptions(id: "work"), rate: rate, make: elements)
    }
    return switch option {
    case "delay": task.delay(for: duration)
    case "debounce": task.debounce(id: "work", for: duration)
    case "debounce of two": EffectProgram.sequence([task, task]).debounce(id: "work", for: duration)
    case "throttle": task.throttle(id: "work", for: duration)
    case "throttle, leading": task.throttle(id: "work", for: duration, edges: .leading)
    case "throttle, trailing": task.throttle(id: "work", for: duration, edges: .trailing)
    case "throttle of two": EffectProgram.sequence([task, task]).throttle(id: "work", for: duration)
    case "timeout":
      EffectProgram.run(EffectOptions(id: "work")) { _ in try await untilCancelled() }.timeout(after: duration)
    case "retry": failing.retry(RetryPolicy(attempts: 4, delay: duration))
    case "retry, infinite": failing.retry(RetryPolicy(attempts: 4, delay: duration, multiplier: .infinity))
    case "retry, cap": failing.retry(RetryPolicy(attempts: 4, multiplier: 1e300, cap: duration))
    case "retry, jitter": failing.retry(RetryPolicy(attempts: 4, delay: duration, jitter: 1, seed: 1))
    case "stream, debounce": stream(.debounce(for: duration))
    case "stream, throttle": stream(.throttle(for: duration))
    case "stream, leading": stream(.throttle(for: duration, edges: .leading))
    default: stream(.throttle(for: duration, edges: .trailing))
    }
  }

  private func store(_ option: String, _ duration: Duration, _ options: StoreOptions) -> ScriptStore<String> {
    var options = options
    options.onError = { _, _ in }
    return ScriptStore(options: options) { action in action == "start" ? program(option, duration) : .none }
  }

  @Test(arguments: [Duration.zero, .seconds(-1)] + Duration.extremes)
  func `a timeout's error says how long it has waited`(duration: Duration) async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let store = ScriptStore(Duration.self, options: StoreOptions(executor: executor, clock: clock))
    let slow = EffectProgram<Duration>.run { _ in try await untilCancelled() }
    store.launch(
      slow.timeout(after: duration).catch { error in
        .emit((error as? EffectTimeoutError)?.duration ?? .nanoseconds(1))
      }
    )
    await clock.runUntilIdle()
    #expect(store.state == [clock.now.offset])
  }

  @Test(arguments: options, Duration.extremes)
  func `on a test clock no duration ends the program, and all waits end eventually`(
    option: String,
    duration: Duration
  ) async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let store = store(option, duration, StoreOptions(executor: executor, clock: clock))
    store.send("start")
    store.send("start")
    await store.settle()
    // A hundred years at most for each of three waits, and again with a clock at its end.
    for _ in 0..<4 { await clock.advance(by: .seconds(100 * 365 * 86_400)) }
    #expect(store.runningTaskCount == 0)
    await clock.advance(by: Duration(attoseconds: .max))
    store.send("start")
    await clock.advance(by: Duration(attoseconds: .max))
    #expect(store.runningTaskCount == 0)
  }

  /// Intervals are more than zero.
  @Test(arguments: ["timer", "poll"], Duration.extremes.filter { $0 > .zero })
  func `a timer and a poll tick at any interval, also on a clock that jumps to its end`(
    kind: String,
    interval: Duration
  ) async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { (action: String) in
      guard action == "start" else { return .none }
      return kind == "timer"
        ? EffectProgram.timer(every: interval, id: "work") { "tick" }
        : EffectProgram.poll(every: interval, id: "work") { "tick" }
    }
    store.send("start")
    await store.settle()
    #expect(store.state.count == (kind == "timer" ? 1 : 2))
    // A hundred years at most; what was missed is one tick.
    await clock.jump(by: .seconds(100 * 365 * 86_400))
    await store.settle()
    #expect(store.state.count == (kind == "timer" ? 2 : 3))
    // After the end of the clock there is no time left to wait for.
    await clock.jump(by: Duration(attoseconds: .max))
    await store.settle()
    #expect(store.state.count == (kind == "timer" ? 3 : 4))
    #expect(store.runningTaskCount == 0)
  }

  /// The time of the system's clock; a gate reports a sleep, and long waits end only by their cancel.
  private struct WatchedClock: Clock {
    let gate: Gate
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func `sleep`(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      gate.open()
      await gate.pass()
      if deadline > now.advanced(by: .seconds(60)) { try await untilCancelled() }
    }
  }

  @Test(arguments: options, Duration.extremes)
  func `on the system's clock no duration ends the program, and a long wait ends by its cancel`(
    option: String,
    duration: Duration
  ) async {
    let gate = Gate()
    let store = store(option, duration, StoreOptions(clock: WatchedClock(gate: gate)))
    let handle = store.send("start")
    store.send("start")
    // Some waits grow from any duration above zero.
    let waitsLong = duration > (["retry, cap", "retry, infinite"].contains(option) ? .zero : .seconds(1))
    if waitsLong { await gate.waitForArrivals(1) }
    if waitsLong || option.hasPrefix("throttle") { store.cancel(.id("work")) }
    await handle.value
    await store.settle()
    #expect(store.runningTaskCount == 0)
  }

  @Test(arguments: Duration.extremes)
  func `the warning time of a sequential store takes any value`(warnAfter: Duration) async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let gate = Gate()
    let reported = Gate()
    let options = StoreOptions(executor: executor, clock: clock, onIssue: { _ in reported.open() })
    let store = ScriptStore(options: options, ordering: .sequential(warnAfter: warnAfter)) { (action: String) in
      action == "first" ? .run { _ in await gate.pass() } : EffectProgram<String>.none
    }
    store.send("first")
    let second = store.send("second")
    let waiter = Task { await second.value }
    await store.settle()
    await clock.advance(by: Duration(attoseconds: .max))
    // Any sleep from now on ends at once, because the clock is at its end.
    await reported.pass()
    gate.open()
    await waiter.value
  }

  @Test(arguments: Duration.extremes, [false, true])
  func `the limit of settling takes any value`(limit: Duration, hasExecutor: Bool) async {
    let executor = TestExecutor()
    let options = StoreOptions(executor: hasExecutor ? executor : nil, onIssue: { _ in }, settlingLimit: limit)
    let store = ScriptStore(options: options) { (action: String) in
      action == "start" ? EffectProgram.task { "done" } : .none
    }
    await store.settle()
    let handle = store.send("start")
    await store.settle()
    if limit > .seconds(1) { #expect(store.state == ["start", "done"]) }
    handle.cancel()
  }

  @Test func `waits are bounded, and zero stays zero`() {
    let century = Duration.seconds(100 * 365 * 86_400)
    func waits(_ policy: RetryPolicy) -> [Duration] {
      var waits = RetryWaits(policy)
      return (0..<3).map { _ in waits.nextWait() }
    }
    #expect(waits(RetryPolicy(delay: .zero, multiplier: .infinity)) == [.zero, .zero, .zero])
    #expect(waits(RetryPolicy(delay: .seconds(-1), multiplier: .infinity)) == [.zero, .zero, .zero])
    #expect(waits(RetryPolicy(delay: .seconds(1), multiplier: .infinity)) == [.seconds(1), century, century])
    #expect(
      waits(RetryPolicy(delay: .seconds(1), multiplier: .infinity, cap: .seconds(3))) == [1, 3, 3].map { .seconds($0) }
    )
    #expect(waits(RetryPolicy(delay: .seconds(2), cap: .seconds(-1))) == [.zero, .zero, .zero])
    #expect(waits(RetryPolicy(delay: Duration(attoseconds: .max))) == [century, century, century])
  }

  @Test func `a time on a test clock that would be after the last one is the last one`() {
    let last = TestClock.Instant(offset: Duration(attoseconds: .max))
    let first = TestClock.Instant(offset: Duration(attoseconds: .min))
    #expect(last.advanced(by: .nanoseconds(1)) == last)
    #expect(first.advanced(by: .nanoseconds(-1)) == first)
    #expect(first.duration(to: last) == Duration(attoseconds: .max))
    #expect(last.duration(to: first) == Duration(attoseconds: .min))
    #expect(TestClock.Instant(offset: .seconds(1)).duration(to: TestClock.Instant(offset: .seconds(3))) == .seconds(2))
  }
}
