import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct RetryTests {
  private let executor = TestExecutor()
  private let clock: TestClock
  private let log = EventLog()

  private struct Failure: Error {
    let attempt: Int
  }

  init() {
    clock = TestClock(executor: executor)
  }

  private var options: StoreOptions { StoreOptions(executor: executor, clock: clock, observers: [log]) }

  /// A store whose effect fails until its last attempt, and counts its attempts.
  private func store(
    failing failures: Int,
    _ attempts: Counter,
    _ policy: RetryPolicy = RetryPolicy(attempts: 4)
  ) -> ScriptStore<String> {
    ScriptStore(options: options) { action in
      guard action == "start" else { return .none }
      return EffectProgram.task(EffectOptions(id: "work")) {
        attempts.add()
        guard attempts.value > failures else { throw Failure(attempt: attempts.value) }
        return "done"
      }
      .retry(policy)
      .catch { .emit("failed at \(($0 as? Failure)?.attempt ?? 0)") }
    }
  }

  @Test func `a failed operation is run again after growing waits`() async {
    let attempts = Counter()
    let store = store(failing: 3, attempts)
    store.send("start")
    await store.settle()
    #expect(attempts.value == 1)
    for (wait, expected) in [(999, 1), (1, 2), (1_999, 2), (1, 3), (3_999, 3), (1, 4)] {
      await clock.advance(by: .milliseconds(wait))
      #expect(attempts.value == expected)
    }
    #expect(store.state == ["start", "done"])
  }

  @Test func `all attempts are one effect`() async {
    let store = store(failing: 2, Counter())
    store.send("start")
    let token = store.runtime.runningEffects.first?.token
    await clock.advance(by: .milliseconds(1_500))
    #expect(store.runtime.runningEffects.map(\.token) == [token])
    await clock.runUntilIdle()
    #expect(log.events == ["handled start", "started work", "finished work", "handled done"])
  }

  @Test func `after the last attempt its error is reported, once`() async {
    let attempts = Counter()
    let store = store(failing: 10, attempts)
    store.send("start")
    await clock.runUntilIdle()
    #expect(attempts.value == 4)
    #expect(store.state == ["start", "failed at 4"])
  }

  @Test func `an error that the policy does not accept is not retried`() async {
    let attempts = Counter()
    let policy = RetryPolicy(isRetryable: { ($0 as? Failure)?.attempt != 2 })
    let store = store(failing: 10, attempts, policy)
    store.send("start")
    await clock.runUntilIdle()
    #expect(store.state == ["start", "failed at 2"])
  }

  @Test(arguments: ["while it waits", "while it runs"])
  func `after a cancel there is no further attempt`(when: String) async {
    let attempts = Counter()
    let questions = Counter()
    let gate = Gate()
    let policy = RetryPolicy { _ in
      questions.add()
      return true
    }
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return EffectProgram.task(EffectOptions(id: "work")) {
        attempts.add()
        if when == "while it runs" { await gate.pass() }
        throw Failure(attempt: attempts.value)
      }
      .retry(policy)
      .catch { _ in .emit("failed") }
    }
    store.send("start")
    await store.settle()
    store.cancel(.id("work"))
    gate.open()
    await clock.advance(by: .seconds(60))
    #expect(attempts.value == 1)
    #expect(questions.value == (when == "while it waits" ? 1 : 0), "what a cancelled effect throws is not asked about")
    #expect(store.state == ["start"])
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `between attempts without a wait other effects run`() async {
    let (attempts, seen) = (Counter(), Counter())
    let store = ScriptStore(String.self, options: options)
    let failing = EffectProgram<String>.run { _ in
      attempts.add()
      throw Failure(attempt: attempts.value)
    }
    let other = EffectProgram<String>.run { _ in seen.add(attempts.value) }
    store.launch(.merge(failing.retry(RetryPolicy(attempts: 3, delay: .zero)).catch { _ in .none }, other))
    await store.settle()
    #expect(attempts.value == 3)
    #expect(seen.value == 1)
  }

  @Test func `a timeout inside a retry applies to each attempt, and outside to all`() async {
    let attempts = Counter()
    let slow = EffectProgram<String>.task {
      attempts.add()
      try await untilCancelled()
    }
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "each":
        slow.timeout(after: .seconds(1)).retry(RetryPolicy(attempts: 3, delay: .seconds(1), multiplier: 1))
          .catch { _ in .emit("each failed") }
      case "all":
        slow.retry(RetryPolicy(attempts: 3)).timeout(after: .seconds(1)).catch { _ in .emit("all failed") }
      default: .none
      }
    }
    store.send("each")
    await clock.advance(by: .milliseconds(4_999))
    #expect(attempts.value == 3)
    #expect(store.state == ["each"])
    await clock.advance(by: .milliseconds(1))
    #expect(store.state == ["each", "each failed"])
    store.send("all")
    await clock.advance(by: .seconds(1))
    #expect(attempts.value == 4)
    #expect(store.state.last == "all failed")
  }

  @Test func `a retry makes the stream of a closure anew, and fails at once for a given one`() async {
    let made = Counter()
    let store = ScriptStore<String>(options: options)
    store.launch(
      EffectProgram.stream {
        made.add()
        return AsyncThrowingStream<String, any Error> { continuation in
          continuation.yield("element \(made.value)")
          continuation.finish(throwing: made.value < 3 ? Failure(attempt: made.value) : nil)
        }
      }
      .retry()
    )
    await clock.runUntilIdle()
    #expect(store.state == ["element 1", "element 2", "element 3"])
    let given = AsyncThrowingStream<String, any Error> { $0.finish(throwing: Failure(attempt: 1)) }
    store.launch(EffectProgram.stream(given).retry().catch { _ in .emit("failed") })
    await store.settle()
    #expect(store.state.last == "failed")
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `waits grow to the cap and stay there`() {
    var waits = RetryWaits(RetryPolicy(delay: .milliseconds(200), multiplier: 3, cap: .seconds(1)))
    let first = (0..<5).map { _ in waits.nextWait() }
    #expect(first == [.milliseconds(200), .milliseconds(600), .seconds(1), .seconds(1), .seconds(1)])
    let later = (0..<10_000).map { _ in waits.nextWait() }
    #expect(later.allSatisfy { $0 == .seconds(1) })
  }

  @Test func `a seed gives the same jitter every time, within its bounds`() {
    let policy = RetryPolicy(delay: .seconds(1), multiplier: 1, jitter: 0.5, seed: 7)
    var first = RetryWaits(policy)
    var second = RetryWaits(policy)
    let waits = (0..<100).map { _ in first.nextWait() }
    #expect(waits == (0..<100).map { _ in second.nextWait() })
    #expect(Set(waits).count > 90)
    #expect(waits.allSatisfy { $0 > .milliseconds(500) && $0 <= .seconds(1) })
  }

  @Test func `no policy produces a wait that a duration cannot hold`() {
    var capped = RetryWaits(RetryPolicy(delay: .milliseconds(1), multiplier: 1e30, cap: .milliseconds(5)))
    #expect(
      [capped.nextWait(), capped.nextWait(), capped.nextWait()] == [
        .milliseconds(1), .milliseconds(5), .milliseconds(5),
      ]
    )
    var infinite = RetryWaits(RetryPolicy(delay: .milliseconds(1), multiplier: .infinity, cap: .seconds(1)))
    #expect([infinite.nextWait(), infinite.nextWait()] == [.milliseconds(1), .seconds(1)])
    var uncapped = RetryWaits(RetryPolicy(delay: .seconds(1)))
    let waits = (0..<1_000).map { _ in uncapped.nextWait() }
    #expect(waits == waits.sorted())
    var none = RetryWaits(RetryPolicy(delay: .zero))
    #expect([none.nextWait(), none.nextWait()] == [.zero, .zero])
  }
}
