import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The events of the waits and limits that modifiers of time begin.
@MainActor
@Suite struct EffectPauseTests {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let executor: TestExecutor
  private let clock: TestClock
  private let events = RecordedEvents()

  init() {
    executor = TestExecutor()
    clock = TestClock(executor: executor)
  }

  private func store(_ program: EffectProgram<String>) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, clock: clock, observers: [events])) { action in
      action == "start" ? program : .none
    }
  }

  /// The starts, pauses and ends of effects, as words.
  private var lives: [String] {
    events.all.compactMap { event in
      switch event.kind {
      case .effectStarted: "started"
      case .effectPaused(let info, let pause): "\(info.id.map { "\($0) " } ?? "")\(pause)"
      case .effectEnded(_, let outcome): "\(outcome)"
      default: nil
      }
    }
  }

  @Test func `each wait and each limit is told between the start and the end of its effect`() async {
    let store = store(
      EffectProgram.task(EffectOptions(id: "work")) { "done" }
        .timeout(after: .seconds(9)).delay(for: .seconds(2)).debounce(id: "work", for: .seconds(1))
    )
    store.send("start")
    await clock.runUntilIdle()
    await store.settle()
    #expect(
      lives == [
        "started", "work debounce(1.0 seconds)", "work delay(2.0 seconds)", "work timeLimit(9.0 seconds)", "finished",
      ]
    )
    let started = events.all.first { if case .effectStarted = $0.kind { true } else { false } }
    let paused = events.all.filter { if case .effectPaused = $0.kind { true } else { false } }
    #expect(started?.cause != nil)
    #expect(paused.allSatisfy { $0.cause == started?.cause })
  }

  @Test func `three attempts tell two errors`() async {
    let failures = Locked(["first", "second", "third"])
    let store = store(
      EffectProgram.task(EffectOptions(id: "work")) {
        throw Failure(description: failures.withLock { $0.removeFirst() })
      }
      .retry(RetryPolicy(attempts: 3, delay: .seconds(1), multiplier: 2, jitter: 0))
      .catch { _ in .none }
    )
    store.send("start")
    await clock.runUntilIdle()
    await store.settle()
    #expect(
      lives == [
        "started", "work retry(attempt: 2, of: 3, after: first, wait: 1.0 seconds)",
        "work retry(attempt: 3, of: 3, after: second, wait: 2.0 seconds)", "failed(third)",
      ]
    )
    let words = events.all.map(\.description).filter { $0.contains("tried again") }
    #expect(words.count == 2)
    #expect(words.first?.hasSuffix("failed with first, and is tried again in 1.0 seconds, as attempt 2 of 3.") == true)
  }

  @Test func `a debounced program and a debounced effect that is replaced tell each wait`() async {
    let store = store(
      EffectProgram.sequence([.task { "a" }, .task { "b" }]).debounce(id: "work", for: .seconds(1))
    )
    store.send("start")
    await executor.settle()
    store.send("start")
    await clock.runUntilIdle()
    await store.settle()
    #expect(lives.filter { $0.contains("debounce") } == Array(repeating: "work debounce(1.0 seconds)", count: 2))
    #expect(lives.count { $0 == "replaced" } == 1)
  }

  @Test func `no wait follows the end of an effect that is cancelled as its error is looked at`() async {
    let handle = Locked(SendHandle())
    let store = store(
      EffectProgram.task(EffectOptions(id: "work")) { throw Failure(description: "first") }
        .retry(
          RetryPolicy(attempts: 3) { _ in
            handle.withLock { $0 }.cancel()
            return true
          }
        )
    )
    let sent = store.send("start")
    handle.withLock { $0 = sent }
    await store.settle()
    #expect(lives == ["started", "cancelled"])
  }

  @Test func `an effect that was cancelled before it waits tells no wait`() async {
    let gate = Gate()
    let store = store(
      EffectProgram.task(EffectOptions(id: "work")) {
        await gate.pass()
        throw Failure(description: "late")
      }
      .retry(RetryPolicy(attempts: 3, delay: .seconds(1)))
      .timeout(after: .seconds(9))
    )
    store.send("start")
    await gate.waitForArrivals(1)
    store.cancel(.id("work"))
    gate.open()
    await store.settle()
    #expect(lives == ["started", "work timeLimit(9.0 seconds)", "cancelled"])
  }
}
