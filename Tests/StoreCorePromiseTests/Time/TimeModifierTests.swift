import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Delay, debounce and timeout, in virtual time.
@MainActor
@Suite struct TimeModifierTests {
  private let executor = TestExecutor()
  private let clock: TestClock
  private let log = EventLog()

  init() {
    clock = TestClock(executor: executor)
  }

  private func store(_ script: @escaping @MainActor (String) -> EffectProgram<String>) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, clock: clock, observers: [log]), script: script)
  }

  @Test func `a delayed effect is running before its operation begins`() async {
    let store = store {
      $0 == "start" ? EffectProgram.task(EffectOptions(id: "work")) { "done" }.delay(for: .seconds(2)) : .none
    }
    store.send("start")
    #expect(store.isTaskRunning(id: "work"))
    await clock.advance(by: .milliseconds(1_999))
    #expect(store.state == ["start"])
    await clock.advance(by: .milliseconds(1))
    #expect(store.state == ["start", "done"])
    #expect(store.runningTaskCount == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `a duration of zero is no wait`(duration: Duration) async {
    let store = store { $0 == "start" ? EffectProgram.task { "done" }.delay(for: duration) : .none }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "done"])
  }

  /// A clock whose sleeps last until a gate is opened, cancelled or not.
  private struct DeafClock: Clock {
    let gate: Gate
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func `sleep`(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { await gate.pass() }
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `without time to wait, the clock is not used`(duration: Duration) async {
    let gate = Gate()
    let store = store {
      $0 == "start" ? EffectProgram.task { "done" }.delay(for: duration, clock: DeafClock(gate: gate)) : .none
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "done"])
    #expect(gate.arrivals == 0)
  }

  @Test(arguments: ["cancel", "timeout"])
  func `what was cancelled during its delay never begins, even if its clock ignores the cancel`(how: String) async {
    let gate = Gate()
    let begun = Counter()
    let store = store {
      guard $0 == "start" else { return .none }
      return EffectProgram.run(EffectOptions(id: "work")) { _ in begun.add() }
        .delay(for: .seconds(5), clock: DeafClock(gate: gate))
        .timeout(after: .seconds(1))
        .catch { _ in .emit("timed out") }
    }
    store.send("start")
    await store.settle()
    if how == "cancel" { store.cancel(.id("work")) } else { await clock.advance(by: .seconds(1)) }
    gate.open()
    await clock.runUntilIdle()
    #expect(begun.value == 0)
    #expect(store.state == (how == "cancel" ? ["start"] : ["start", "timed out"]))
  }

  /// A clock without waits, which calls a function instead.
  private struct CallingClock: Clock {
    let call: @Sendable () -> Void
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func `sleep`(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { call() }
  }

  @Test func `what was cancelled during its delay never begins, even if its task is still being created`() {
    let (mark, begun) = (EffectMark(), Counter())
    let store = ScriptStore(String.self, options: StoreOptions(executor: InlineExecutor()))
    let clock = CallingClock { mark.cancel() }
    store.launch(.run { _ in begun.add() }.delay(for: .seconds(1), clock: clock).marked(by: mark))
    #expect(begun.value == 0)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `no wait is longer than the system's clocks can add to the current time`() async {
    let store = store { $0 == "start" ? EffectProgram.task { "done" }.delay(for: .seconds(Int64.max)) : .none }
    store.send("start")
    await store.settle()
    #expect(clock.deadlines.map(\.offset) == [.seconds(100 * 365 * 86_400)])
    store.cancel(.all)
    await store.settle()
  }

  @Test(arguments: ["cancel", "replace", "drop the store"])
  func `what ends during its delay never begins`(how: String) async {
    let begun = Counter()
    var store: ScriptStore<String>? = store { action in
      switch action {
      case "start": EffectProgram.run(EffectOptions(id: "work")) { _ in begun.add() }.delay(for: .seconds(2))
      case "cancel": .cancel(.id("work"))
      case "replace": .task(EffectOptions(id: "work")) { "replacement" }
      default: .none
      }
    }
    store?.send("start")
    await clock.advance(by: .seconds(1))
    if how == "drop the store" { store = nil } else { store?.send(how) }
    #expect(store?.state.count ?? 0 <= 2)
    await clock.advance(by: .seconds(5))
    #expect(begun.value == 0)
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `a modifier's own clock takes precedence over the store's`() async {
    let other = TestClock(executor: executor)
    let store = store { $0 == "start" ? EffectProgram.task { "done" }.delay(for: .seconds(1), clock: other) : .none }
    store.send("start")
    await clock.advance(by: .seconds(5))
    #expect(store.state == ["start"])
    await other.advance(by: .seconds(1))
    #expect(store.state == ["start", "done"])
  }

  @Test func `a debounced effect begins once nothing newer came`() async {
    let store = store { action in
      guard action.hasPrefix("type") else { return .none }
      return EffectProgram.task { "searched \(action)" }.debounce(id: "search", for: .milliseconds(300))
    }
    store.send("type s")
    await clock.advance(by: .milliseconds(299))
    store.send("type sw")
    await clock.advance(by: .milliseconds(299))
    store.send("type swi")
    #expect(store.runningTaskCount == 1)
    await clock.advance(by: .milliseconds(300))
    #expect(store.state == ["type s", "type sw", "type swi", "searched type swi"])
    #expect(log.events("replaced") == ["replaced search", "replaced search"])
  }

  @Test func `a debounce replaces, whatever policy was given before`() async {
    let store = store { action in
      guard action.hasPrefix("type") else { return .none }
      return EffectProgram.task(EffectOptions(id: "other", policy: .queue(limit: 5))) { "searched \(action)" }
        .debounce(id: "search", for: .milliseconds(300))
    }
    store.send("type s")
    store.send("type sw")
    #expect(store.runtime.runningEffects.map(\.id) == ["search"])
    await clock.runUntilIdle()
    #expect(store.state == ["type s", "type sw", "searched type sw"])
  }

  @Test func `a clock that jumps over many deadlines begins a debounced effect once`() async {
    let store = store { action in
      guard action == "type" else { return .none }
      return EffectProgram.task { "searched" }.debounce(id: "search", for: .milliseconds(300))
    }
    store.send("type")
    store.send("type")
    await clock.advance(by: .seconds(3_600))
    #expect(store.state == ["type", "type", "searched"])
  }

  @Test func `a debounce of an empty program does not cancel what was launched before`() async {
    let store = store { action in
      let search = action == "s" ? EffectProgram<String>.task { "found" } : .none
      return search.debounce(id: "search", for: .seconds(1))
    }
    store.send("s")
    store.send("")
    await clock.runUntilIdle()
    #expect(store.state == ["s", "", "found"])
  }

  @Test func `an operation that takes too long fails with the timeout's error`() async {
    let ended = Counter()
    let store = store { action in
      guard action == "start" else { return .none }
      return EffectProgram.task(EffectOptions(id: "work")) {
        defer { ended.add() }
        try await untilCancelled()
      }
      .timeout(after: .seconds(2))
      .catch { .emit("\(($0 as? EffectTimeoutError)?.duration == .seconds(2))") }
    }
    store.send("start")
    await clock.advance(by: .milliseconds(1_999))
    #expect(store.isTaskRunning(id: "work"))
    await clock.advance(by: .milliseconds(1))
    #expect(store.state == ["start", "true"])
    #expect(ended.value == 1)
    #expect(store.runningTaskCount == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)], [true, false])
  func `a timeout of zero or less begins no operation`(duration: Duration, isVirtual: Bool) async {
    let begun = Counter()
    let store = ScriptStore(
      String.self,
      options: isVirtual ? StoreOptions(executor: executor, clock: clock) : StoreOptions()
    )
    store.launch(
      .run { _ in begun.add() }.timeout(after: duration)
        .catch { error in .emit((error as? EffectTimeoutError)?.duration == .zero ? "no time" : "\(error)") }
    )
    await store.settle()
    #expect(store.state == ["no time"])
    #expect(begun.value == 0)
  }

  @Test func `an operation that ends in time leaves no timeout behind`() async {
    let store = store { action in
      guard action == "start" else { return .none }
      return EffectProgram.task { "done" }.delay(for: .seconds(1)).timeout(after: .seconds(2))
    }
    store.send("start")
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["start", "done"])
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `an operation's own error passes through its timeout`() async {
    struct Failure: Error {}
    let store = store { action in
      guard action == "start" else { return .none }
      return EffectProgram.task { throw Failure() }.timeout(after: .seconds(2)).catch { .emit("\($0 is Failure)") }
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "true"])
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `a cancel ends an operation under its timeout`() async {
    let store = store { action in
      guard action == "start" else { return .none }
      return EffectProgram.task(EffectOptions(id: "work")) { try await untilCancelled() }.timeout(after: .seconds(2))
    }
    store.send("start")
    await store.settle()
    store.cancel(.id("work"))
    await clock.advance(by: .seconds(5))
    #expect(store.state == ["start"])
    #expect(clock.deadlines.isEmpty)
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `an operation under a timeout that is cancelled before it has a thread never begins`() async {
    let begun = Counter()
    let store = store { _ in .none }
    let handle = store.launch(EffectProgram.run { _ in begun.add() }.timeout(after: .seconds(2)))
    // Its job is queued between the job of the effect's task, which creates the operation's task, and that task's job.
    store.launch(.run { _ in handle.cancel() })
    await store.settle()
    #expect(begun.value == 0)
    #expect(clock.deadlines.isEmpty)
  }

  @Test(arguments: [false, true], [UInt64?.none, 1, 2, 3])
  func `an operation that takes as long as its timeout is in time`(isOnMainActor: Bool, seed: UInt64?) async {
    let bench = TestBench(seed: seed, time: .exact)
    let store = ScriptStore(options: bench.options) { (action: String) in
      guard action == "start" else { return .none }
      let clock = bench.clock
      let work =
        isOnMainActor
        ? EffectProgram<String>.runOnMainActor { send in
          try await clock.sleep(for: .seconds(1))
          send("done")
        }
        : .task {
          try await clock.sleep(for: .seconds(1))
          return "done"
        }
      return work.timeout(after: .seconds(1)).catch { .emit("\($0)") }
    }
    store.send("start")
    await bench.clock.runUntilIdle()
    #expect(store.state == ["start", "done"])
  }

  @Test func `an operation that waits for itself under a timeout continues`() async {
    let handles = AsyncStream.makeStream(of: SendHandle.self)
    let store = store { action in
      guard action == "start" else { return .none }
      return EffectProgram.task {
        for await handle in handles.stream {
          await handle.value
          break
        }
        return "done"
      }
      .timeout(after: .seconds(1))
    }
    handles.continuation.yield(store.send("start"))
    await store.settle()
    #expect(store.state == ["start", "done"])
  }

  @Test func `a timeout error describes what happened`() {
    #expect("\(EffectTimeoutError(duration: .seconds(2)))" == "The effect did not end within 2.0 seconds.")
  }

  @Test func `a timeout ends a stream whose sequence ignores its cancellation`() async {
    struct Stubborn: AsyncSequence, AsyncIteratorProtocol, Sendable {
      let gate: Gate
      var left = 1_000
      mutating func next() async -> String? {
        await gate.pass()
        left -= 1
        return left > 0 ? "element" : nil
      }
      func makeAsyncIterator() -> Stubborn { self }
    }
    let gate = Gate()
    let store = store { action in
      guard action == "start" else { return .none }
      return EffectProgram.stream(Stubborn(gate: gate)).timeout(after: .seconds(1)).catch { _ in .emit("timed out") }
    }
    store.send("start")
    await clock.advance(by: .seconds(1))
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "timed out"])
  }

  @Test func `the longest duration is a wait like any other`() async {
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return EffectProgram.task(EffectOptions(id: "work")) { "done" }.delay(for: .seconds(Int64.max))
        .timeout(after: .seconds(Int64.max))
    }
    let handle = store.send("start")
    store.cancel(.id("work"))
    await handle.tree
    #expect(store.state == ["start"])
  }
}
