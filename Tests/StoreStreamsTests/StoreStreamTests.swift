import StoreStreams
import StoreTesting
import Testing
import _StoreTestSupport

/// Streams from stores to stores, by the operators of swift-async-algorithms.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct StoreStreamTests {
  private let clock = StepClock()
  private let first = ScriptStore<Int>()
  private let second = ScriptStore<Int>()
  private let named = EffectOptions(id: "stream")

  /// A store of lines, which it handles as they come.
  private func makeLines() -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(clock: clock)) { action in
      action == "stop" ? .cancel(.id("stream")) : .none
    }
  }

  // MARK: Merged

  @Test func `merged actions of two stores are handled, each store's in order`() async {
    let lines = makeLines()
    let handle = lines.subscribe(
      to: merge(first.actions.prefix(50).map { "a\($0)" }, second.actions.prefix(50).map { "b\($0)" }),
      options: named
    ) { $0 }
    #expect(lines.isTaskRunning(id: "stream"))
    for number in 0..<50 {
      first.send(number)
      second.send(number)
    }
    await handle.value
    #expect(lines.state.filter { $0.hasPrefix("a") } == (0..<50).map { "a\($0)" })
    #expect(lines.state.filter { $0.hasPrefix("b") } == (0..<50).map { "b\($0)" })
    #expect(!lines.isTaskRunning(id: "stream"))
  }

  @Test func `a merged stream ends when its source stores are deallocated`() async {
    var sources: [ScriptStore<Int>] = [ScriptStore(), ScriptStore()]
    let lines = makeLines()
    let handle = lines.subscribe(to: merge(sources[0].actions, sources[1].actions), options: named) { "\($0)" }
    sources[0].send(1)
    sources = []
    await handle.value
    #expect(lines.state == ["1"])
    #expect(lines.runningTaskCount == 0)
  }

  // MARK: Combined

  @Test func `combined values are the latest of each store`() async {
    let lines = makeLines()
    lines.subscribe(to: combineLatest(first.values(of: \.count), second.values(of: \.last)), options: named) {
      "\($0) of \($1.map(String.init) ?? "none")"
    }
    await lines.wait(for: ["0 of none"])
    second.send(7)
    await lines.wait(for: ["0 of none", "0 of 7"])
    first.send(1)
    await lines.wait(for: ["0 of none", "0 of 7", "1 of 7"])
    lines.cancel(.id("stream"))
    #expect(lines.runningTaskCount == 0)
  }

  // MARK: Debounced

  @Test func `a debounced value comes once no newer one has come, on the store's clock`() async {
    let lines = makeLines()
    let requests = Counter()
    lines.subscribe(
      to: first.values(of: \.last).dropFirst().counting(requests)
        .debounce(for: .milliseconds(300), clock: lines.streamClock),
      options: named
    ) { $0.map(String.init) ?? "none" }
    await requests.wait(for: 1)
    first.send(1)
    await clock.sleeps.wait(for: 1)
    clock.advance(by: .milliseconds(200))
    first.send(2)
    // The third is requested, so the second is the one that waits.
    await requests.wait(for: 3)
    clock.advance(by: .milliseconds(100))
    // The former sleep is over, and the one for the newer value is not.
    await clock.sleeps.wait(for: 2)
    #expect(lines.state.isEmpty)
    clock.advance(by: .milliseconds(200))
    await lines.wait(for: ["2"])
  }

  @Test func `a rate limits which actions are handled, and settling waits for it`() async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let lines = ScriptStore<String>(options: StoreOptions(executor: executor, clock: clock))
    lines.subscribe(to: first.actions, rate: .throttle(for: .seconds(1))) { "\($0)" }
    await clock.advance(by: .zero)
    for number in 0..<25 {
      first.send(number)
      await clock.advance(by: .milliseconds(100))
    }
    await clock.runUntilIdle()
    #expect(lines.state == ["0", "9", "19", "24"])
  }

  // MARK: Chunked

  @Test func `actions are handled in chunks by count, and the rest at the end`() async {
    let lines = makeLines()
    let handle = lines.subscribe(to: first.actions.prefix(7).chunks(ofCount: 3), options: named) { "\($0)" }
    for number in 0..<7 { first.send(number) }
    await handle.value
    #expect(lines.state == ["[0, 1, 2]", "[3, 4, 5]", "[6]"])
  }

  @Test func `actions are handled in chunks by time, on the store's clock`() async {
    let lines = makeLines()
    let requests = Counter()
    lines.subscribe(
      to: first.actions.counting(requests)
        .chunks(ofCount: 3, or: .repeating(every: .seconds(1), clock: lines.streamClock)),
      options: named
    ) { "\($0)" }
    await requests.wait(for: 1)
    await clock.sleeps.wait(for: 1)
    for number in 0..<5 { first.send(number) }
    await lines.wait(for: ["[0, 1, 2]"])
    await requests.wait(for: 6)
    clock.advance(by: .seconds(1))
    await lines.wait(for: ["[0, 1, 2]", "[3, 4]"])
  }

  // MARK: Ends

  @Test(arguments: ["cancel", "handle", "replace", "deallocate"])
  func `the end of the effect ends the operators and their subscriptions to stores`(how: String) async {
    var lines: ScriptStore<String>? = makeLines()
    let ended = Counter()
    let handle = lines?.subscribe(
      to: merge(first.actions.untilEnd(ended), second.actions.untilEnd(ended))
        .debounce(for: .seconds(1), clock: StreamClock(clock)),
      options: named
    ) { "\($0)" }
    first.send(1)
    await clock.sleeps.wait(for: 1)
    switch how {
    case "cancel": lines?.send("stop")
    case "handle": handle?.cancel()
    case "replace": lines?.launch(.task(named) { "replacement" })
    default: lines = nil
    }
    await handle?.value
    await ended.wait(for: 2)
    await clock.ends.wait(for: 1)
    #expect(clock.sleeperCount == 0)
    #expect(lines?.state.contains("1") != true)
  }

  @Test func `an error of a sequence goes to the store's error hook`() async {
    struct Offline: Error {}
    let errors = Counter()
    let lines = ScriptStore<String>(options: StoreOptions(onError: { _, _ in errors.add() }))
    let elements = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Offline())
    }
    await lines.subscribe(to: merge(elements, AsyncStream { $0.finish() })) { "\($0)" }.value
    #expect(lines.state == ["1"])
    #expect(errors.value == 1)
  }

  @Test func `an error that nothing handles names the line of the subscription`() async throws {
    struct Offline: Error {}
    let log = RecordedLog()
    let lines = ScriptStore<String>(options: StoreOptions(logger: log.logger))
    let elements = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Offline()) }
    let line = #line + 1
    await lines.subscribe(to: elements, rate: .throttle(for: .zero)) { "\($0)" }.value
    await lines.subscribe(to: AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Offline()) }) { "\($0)" }.value
    let messages = log.entries.map { "\($0.message)" }
    #expect(messages.count == 2)
    #expect(messages.first?.contains("It was launched without an action, at \(#fileID):\(line).") == true)
    #expect(messages.last?.contains("It was launched without an action, at \(#fileID):\(line + 1).") == true)
  }

  // MARK: Back-pressure

  @Test func `operators ask for no more than a store handles`() async {
    let produced = Counter()
    let handled = Counter()
    let most = Counter()
    let store = SuspendingStore<Int> { _ in
      handled.add()
      return .none
    }
    let numbers = AsyncStream<Int>(unfolding: {
      produced.add()
      let outstanding = produced.value - handled.value
      if outstanding > most.value { most.add(outstanding - most.value) }
      return produced.value <= 3_000 ? produced.value : nil
    })
    await store.subscribe(to: merge(numbers, AsyncStream { $0.finish() })) { $0 }.value
    #expect(store.state == Array(1...3_000))
    // The elements that the operator and the pump hold in addition.
    #expect(most.value <= StreamLimits.capacity + 4)
  }
}
