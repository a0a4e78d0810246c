import AsyncAlgorithms
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Streams at a limited rate, in virtual time.
@MainActor
@Suite struct StreamRateTests {
  private let executor = TestExecutor()
  private let clock: TestClock

  init() {
    clock = TestClock(executor: executor)
  }

  private struct Failure: Error {}

  private func store(_ program: EffectProgram<String>) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { action in
      switch action {
      case "listen": program
      case "stop": .cancel(.id("stream"))
      default: .none
      }
    }
  }

  private let options = EffectOptions(id: "stream")

  @Test func `a debounced stream forwards an element once no newer one came`() async {
    let (elements, continuation) = AsyncStream.makeStream(of: String.self)
    let store = store(.stream(elements, options, rate: .debounce(for: .milliseconds(300))))
    store.send("listen")
    continuation.yield("s")
    await clock.advance(by: .milliseconds(200))
    continuation.yield("sw")
    await clock.advance(by: .milliseconds(299))
    #expect(store.state == ["listen"])
    await clock.advance(by: .milliseconds(1))
    #expect(store.state == ["listen", "sw"])
    continuation.yield("swift")
    await clock.advance(by: .milliseconds(300))
    #expect(store.state == ["listen", "sw", "swift"])
    #expect(store.isTaskRunning(id: "stream"))
  }

  @Test func `a throttled stream forwards the first and then the newest of each interval`() async {
    let (elements, continuation) = AsyncStream.makeStream(of: String.self)
    let store = store(.stream(elements, options, rate: .throttle(for: .seconds(1))))
    store.send("listen")
    for number in 0..<35 {
      continuation.yield("\(number)")
      await clock.advance(by: .milliseconds(100))
    }
    await clock.runUntilIdle()
    #expect(store.state == ["listen", "0", "9", "19", "29", "34"])
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `a stream that ends forwards what it held when that is due, and is deregistered`() async {
    let (elements, continuation) = AsyncStream.makeStream(of: String.self)
    let store = store(.stream(elements, options, rate: .debounce(for: .seconds(1))))
    store.send("listen")
    continuation.yield("last")
    continuation.finish()
    await store.settle()
    #expect(store.isTaskRunning(id: "stream"))
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["listen", "last"])
    #expect(!store.isTaskRunning(id: "stream"))
  }

  @Test func `a stream that fails forwards what it held before the error`() async {
    let (elements, continuation) = AsyncThrowingStream.makeStream(of: String.self)
    let program = EffectProgram.stream(elements, options, rate: .debounce(for: .seconds(1)))
    let store = store(program.catch { _ in .emit("failed") })
    store.send("listen")
    continuation.yield("last")
    await store.settle()
    continuation.finish(throwing: Failure())
    await store.settle()
    #expect(store.state == ["listen", "last", "failed"])
    #expect(clock.deadlines.isEmpty)
  }

  @Test(arguments: [StreamRate.throttle(for: .seconds(1)), .debounce(for: .seconds(1))])
  func `a clock that fails ends an endless stream with its error, after what was held`(rate: StreamRate) async {
    let (elements, continuation) = AsyncStream.makeStream(of: String.self)
    let store = store(.stream(elements, options, rate: rate, clock: GateClock()).catch { _ in .emit("failed") })
    store.send("listen")
    continuation.yield("first")
    await store.settle()
    continuation.yield("second")
    await store.settle()
    #expect(store.state == ["listen", "first", "failed"])
    #expect(!store.isTaskRunning(id: "stream"))
  }

  @Test(arguments: ["cancel", "replace", "drop the store"])
  func `after a cancel nothing that was held is forwarded, and nothing sleeps`(how: String) async {
    let (elements, continuation) = AsyncStream.makeStream(of: String.self)
    var store: ScriptStore<String>? = store(.stream(elements, options, rate: .debounce(for: .seconds(1))))
    store?.send("listen")
    continuation.yield("held")
    await executor.settle()
    #expect(clock.deadlines.count == 1)
    switch how {
    case "cancel": store?.send("stop")
    case "replace": store?.launch(.task(options) { "replacement" })
    default: store = nil
    }
    await executor.settle()
    #expect(clock.deadlines.isEmpty)
    await clock.advance(by: .seconds(5))
    #expect(store?.state.contains("held") != true)
  }

  @Test func `a clock that jumps ahead forwards what was held once`() async {
    let (elements, continuation) = AsyncStream.makeStream(of: String.self)
    let store = store(.stream(elements, options, rate: .throttle(for: .seconds(1))))
    store.send("listen")
    for element in ["a", "b", "c"] { continuation.yield(element) }
    await clock.advance(by: .seconds(3_600))
    #expect(store.state == ["listen", "a", "c"])
  }

  @Test func `a limit's own clock takes precedence over the store's`() async {
    let other = TestClock(executor: executor)
    let (elements, continuation) = AsyncStream.makeStream(of: String.self)
    let store = store(.stream(elements, options, rate: .debounce(for: .seconds(1)), clock: other))
    store.send("listen")
    continuation.yield("a")
    await clock.advance(by: .seconds(5))
    #expect(store.state == ["listen"])
    await other.advance(by: .seconds(1))
    #expect(store.state == ["listen", "a"])
  }

  @Test func `a limited stream that is made by a closure is made anew for a retry`() async {
    let attempts = Counter()
    let program = EffectProgram.stream(options, rate: .throttle(for: .seconds(1))) {
      attempts.add()
      return AsyncThrowingStream<String, any Error> { continuation in
        continuation.yield("element")
        continuation.finish(throwing: Failure())
      }
    }
    let store = store(program.retry(RetryPolicy(attempts: 2)).catch { _ in .emit("failed") })
    store.send("listen")
    await clock.runUntilIdle()
    #expect(attempts.value == 2)
    #expect(store.state == ["listen", "element", "element", "failed"])
  }

  @Test func `a store is not quiet while an element is held, and quiet afterwards`() async {
    let ready = Gate()
    let (elements, continuation) = AsyncStream.makeStream(of: String.self)
    // In the pool, where settling depends on what the streams report.
    let store = ScriptStore(options: StoreOptions(clock: GateClock(ready))) { (action: String) in
      action == "listen" ? .stream(elements, rate: .debounce(for: .seconds(1))) : .none
    }
    store.send("listen")
    await store.settle()
    continuation.yield("held")
    await ready.waitForArrivals(1)
    let settled = Counter()
    let settling = Task {
      await store.settle()
      settled.add()
    }
    // More turns than one look at the store takes.
    for _ in 0..<100 { await Task.detached { @MainActor in }.value }
    #expect(settled.value == 0)
    ready.open()
    await settling.value
    #expect(store.state == ["listen", "held"])
  }

  // A throttle waits for one more interval after the last element.
  @Test func `a store is not quiet before a stream that has ended is over`() async {
    let (first, second) = (Gate(), Gate())
    let asked = Counter()
    let elements = AsyncStream<String>(unfolding: { @Sendable in
      asked.add()
      return asked.value < 3 ? "\(asked.value)" : nil
    })
    // In the pool, as above.
    let store = ScriptStore(options: StoreOptions(clock: GateClock(first, second))) { (action: String) in
      guard action == "listen" else { return .none }
      return .sequence([.stream(elements, rate: .throttle(for: .seconds(1))), .emit("after")])
    }
    store.send("listen")
    await asked.wait(for: 3)
    // The end of the source arrives before that of the first interval.
    for _ in 0..<100 { await Task.detached { @MainActor in }.value }
    first.open()
    await second.waitForArrivals(1)
    let settled = Counter()
    let settling = Task {
      await store.settle()
      settled.add()
    }
    for _ in 0..<100 { await Task.detached { @MainActor in }.value }
    #expect(settled.value == 0)
    second.open()
    await settling.value
    #expect(store.state == ["listen", "1", "2", "after"])
  }

  /// An endless sequence that ignores the cancellation of its task.
  private struct Stubborn: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let gate: Gate
    let asked: Counter
    func next() async -> String? {
      asked.add()
      await gate.pass()
      return asked.value < 1_000 ? "element" : nil
    }
    func makeAsyncIterator() -> Stubborn { self }
  }

  @Test(arguments: [StreamRate.throttle(for: .zero), .debounce(for: .seconds(1))])
  func `a sequence that ignores its cancellation is asked for nothing more`(rate: StreamRate) async {
    let (gate, asked) = (Gate(), Counter())
    let store = store(.stream(Stubborn(gate: gate, asked: asked), options, rate: rate))
    store.send("listen")
    await gate.waitForArrivals(1)
    store.send("stop")
    gate.open()
    await store.settle()
    #expect(asked.value == 1)
    #expect(store.state == ["listen", "stop"])
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `a timeout ends a stream whose sequence ignores its cancellation`() async {
    let (gate, asked) = (Gate(), Counter())
    let elements = Stubborn(gate: gate, asked: asked)
    let store = store(
      .stream(elements, rate: .throttle(for: .zero)).timeout(after: .seconds(1)).catch { _ in .emit("timed out") }
    )
    store.send("listen")
    await clock.advance(by: .seconds(1))
    gate.open()
    await store.settle()
    #expect(store.state == ["listen", "timed out"])
  }

  @Test func `at a timeout what is held comes before the error`() async {
    let (elements, continuation) = AsyncStream.makeStream(of: String.self)
    let store = store(
      .stream(elements, rate: .debounce(for: .seconds(2))).timeout(after: .seconds(1)).catch { _ in .emit("timed out") }
    )
    store.send("listen")
    continuation.yield("a")
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["listen", "a", "timed out"])
  }

  @Test func `operators that need no clock apply to the sequence itself`() async {
    let (elements, continuation) = AsyncStream.makeStream(of: String.self)
    let store = store(.stream(elements.removeDuplicates(), options))
    store.send("listen")
    for element in ["a", "a", "b", "b", "a"] { continuation.yield(element) }
    await store.settle()
    #expect(store.state == ["listen", "a", "b", "a"])
  }
}

/// A clock whose sleeps last until gates open: the first until the first one does, and so on.
///
/// Without gates, they fail.
private struct GateClock: Clock {
  struct BrokenClock: Error {}

  let gates: [Gate]
  let sleeps = Counter()

  init(_ gates: Gate...) { self.gates = gates }

  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func `sleep`(until deadline: Instant, tolerance: Duration?) async throws {
    sleeps.add()
    guard !gates.isEmpty else { throw BrokenClock() }
    await gates[min(sleeps.value, gates.count) - 1].pass()
  }
}
