import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// Promise 9: streams have back-pressure.
@MainActor
@Suite struct StreamTests {
  private let executor = TestExecutor()

  private var options: StoreOptions { StoreOptions(executor: executor) }

  private struct Failure: Error {}

  /// Counts upwards as fast as it is asked, and records how far it came.
  private struct Numbers: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let limit: Int
    let asked: Counter
    var next = 0

    mutating func next() async -> Int? {
      guard next < limit else { return nil }
      next += 1
      asked.add()
      return next
    }

    func makeAsyncIterator() -> Numbers { self }
  }

  @Test func `no element is lost and none is reordered`() async {
    let store = ScriptStore(Int.self)
    await store.launch(.stream(Numbers(limit: 20_000, asked: Counter()))).value
    #expect(store.state == Array(1...20_000))
  }

  @Test func `a stream is asked for no more than the bound before its elements are handled`() {
    let asked = Counter()
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(Numbers(limit: 10_000, asked: asked)))
    // Runs the pump alone: nothing is handled, because the main actor is busy with this test.
    _ = executor.runUntilIdle()
    #expect(asked.value == StreamLimits.capacity)
    #expect(store.state.isEmpty)
  }

  @Test func `the pump continues as its elements are handled`() async {
    let asked = Counter()
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(Numbers(limit: 1_000, asked: asked)))
    await store.settle()
    #expect(store.state == Array(1...1_000))
    #expect(store.runningTaskCount == 0)
  }

  @Test func `each element is handled before the next one arrives`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(stream, EffectOptions(id: "numbers")))
    await store.settle()
    for number in 1...5 {
      continuation.yield(number)
      await store.settle()
      #expect(store.state == Array(1...number))
    }
    #expect(store.isTaskRunning(id: "numbers"))
    continuation.finish()
    await store.settle()
    #expect(!store.isTaskRunning(id: "numbers"), "a finished stream is deregistered")
    #expect(store.state == [1, 2, 3, 4, 5])
  }

  @Test func `the last elements are handled before the stream ends`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let log = EventLog()
    let store = ScriptStore(Int.self, options: StoreOptions(executor: executor, observers: [log]))
    store.launch(.sequence([.stream(stream, EffectOptions(id: "numbers")), .emit(-1)]))
    for number in 1...300 { continuation.yield(number) }
    continuation.finish()
    await store.settle()
    #expect(store.state == Array(1...300) + [-1])
    #expect(log.events.suffix(2) == ["finished numbers", "handled -1"])
  }

  @Test func `after a cancel no element is handled, and the sequence is terminated`() async {
    let ended = Counter()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { _ in ended.add() }
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(stream, EffectOptions(id: "numbers")))
    continuation.yield(1)
    await store.settle()
    continuation.yield(2)
    _ = executor.runUntilIdle()
    store.cancel(.id("numbers"))
    continuation.yield(3)
    await store.settle()
    #expect(store.state == [1])
    #expect(ended.value == 1)
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `an AsyncStream has already ended for an effect that replaces its first reader`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(stream, id: "numbers"))
    continuation.yield(1)
    await store.settle()
    store.launch(.stream(stream, id: "numbers"))
    continuation.yield(2)
    await store.settle()
    #expect(store.state == [1])
    #expect(!store.isTaskRunning(id: "numbers"))
  }

  @Test func `a sequence that each effect makes anew delivers its elements`() async {
    let made = Counter()
    let store = ScriptStore(Int.self, options: options)
    for _ in 1...2 {
      store.launch(
        .stream(EffectOptions(id: "numbers")) {
          made.add()
          let (number, (stream, continuation)) = (made.value, AsyncStream.makeStream(of: Int.self))
          continuation.yield(number)
          return stream
        }
      )
      await store.settle()
    }
    #expect(store.state == [1, 2])
  }

  @Test func `an element may cancel its own stream`() async {
    let log = EventLog()
    let store = ScriptStore(options: StoreOptions(executor: executor, observers: [log])) { (number: Int) in
      number == 3 ? .cancel(.id("numbers")) : .none
    }
    store.launch(.stream(Numbers(limit: 100, asked: Counter()), EffectOptions(id: "numbers")))
    await store.settle()
    #expect(store.state == [1, 2, 3])
    #expect(log.events("dropped").count == 97)
  }

  @Test func `a full pump ends when it is cancelled`() async {
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(Numbers(limit: 10_000, asked: Counter()), EffectOptions(id: "numbers")))
    _ = executor.runUntilIdle()
    store.cancel(.id("numbers"))
    await store.settle()
    #expect(store.runtime.drainingEffects.isEmpty)
    #expect(store.state.isEmpty)
  }

  @Test func `an error of the sequence comes after its elements`() async {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(stream).catch { .emit($0 is Failure ? -1 : -2) })
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish(throwing: Failure())
    await store.settle()
    #expect(store.state == [1, 2, -1])
  }

  @Test func `a mapped stream keeps the order and the bound`() {
    let asked = Counter()
    let store = ScriptStore(String.self, options: options)
    store.launch(EffectProgram.stream(Numbers(limit: 10_000, asked: asked)).map { "\($0)" })
    _ = executor.runUntilIdle()
    #expect(asked.value == StreamLimits.capacity)
  }

  @Test func `a stream that outlives its store ends`() async {
    let ended = Counter()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { _ in ended.add() }
    var store: ScriptStore<Int>? = ScriptStore(Int.self)
    store?.launch(.stream(stream))
    continuation.yield(1)
    await store?.settle()
    store = nil
    await ended.wait(for: 1)
  }

  @Test func `one turn of the main actor handles a bounded number of elements`() {
    let store = ScriptStore(Int.self, options: options)
    let executor = executor
    store.subscribe { [weak store] state in
      // The pump continues while its elements are handled, and so does the subscriber, which sends.
      _ = executor.runUntilIdle()
      if state.last != -1 { store?.send(-1) }
    }
    store.launch(.stream(Numbers(limit: 100_000, asked: Counter())))
    _ = executor.runUntilIdle()
    store.runtime.core.drainWhenDue()
    #expect(store.state.filter { $0 > 0 }.count == StreamLimits.capacity)
    store.cancel(.all)
  }

  @Test func `the elements of all streams count towards the bound of one turn`() {
    let store = ScriptStore(Int.self, options: options)
    for _ in 0..<20 { store.launch(.stream(Numbers(limit: 10_000, asked: Counter()))) }
    _ = executor.runUntilIdle()
    store.runtime.core.drainWhenDue()
    #expect(store.state.count == 1_024)
    store.cancel(.all)
  }

  @Test func `an element that arrives after the cancel is reported as dropped`() async {
    let gate = Gate()
    let log = EventLog()
    let store = ScriptStore(Int.self, options: StoreOptions(executor: executor, observers: [log]))
    let stubborn = AsyncStream(unfolding: {
      await gate.pass()
      return gate.arrivals
    })
    store.launch(.stream(stubborn, EffectOptions(id: "numbers")))
    await store.settle()
    store.cancel(.id("numbers"))
    gate.open()
    await store.settle()
    #expect(store.state.isEmpty)
    #expect(log.events == ["started numbers", "cancelled numbers", "dropped 1 of numbers", "drained numbers"])
  }

  @Test func `a turn that sends prolong takes no further elements of a stream`() {
    let executor = executor
    var store: ScriptStore<Int>?
    store = ScriptStore(options: options) { action in
      if action < 0, action > -10 {
        // The pump has room again, and the send handles what is in the mailbox.
        _ = executor.runUntilIdle()
        store?.send(action - 1)
      }
      return .none
    }
    store?.launch(.stream(Numbers(limit: 10_000, asked: Counter())))
    _ = executor.runUntilIdle()
    store?.enqueue(-1)
    store?.runtime.core.drainWhenDue()
    #expect(store?.state == Array(1...StreamLimits.capacity) + (1...10).map { -$0 })
    store?.cancel(.all)
  }

  @Test func `elements count as waiting until all that were taken with them were handled`() {
    let asked = Counter()
    let executor = executor
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(Numbers(limit: 10_000, asked: asked)))
    _ = executor.runUntilIdle()
    var askedMeanwhile: Set<Int> = []
    store.subscribe { _ in
      _ = executor.runUntilIdle()
      askedMeanwhile.insert(asked.value)
    }
    store.runtime.core.drainWhenDue()
    #expect(store.state.count == StreamLimits.capacity)
    #expect(askedMeanwhile == [StreamLimits.capacity])
    store.cancel(.all)
  }

  @Test func `elements that arrive while others are handled are handled before the stream ends`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let executor = executor
    let store = ScriptStore(options: options) { (number: Int) in number == 3 ? .cancel(.id("numbers")) : .none }
    store.subscribe { state in
      guard state == [1] else { return }
      for number in 3...4 { continuation.yield(number) }
      continuation.finish()
      _ = executor.runUntilIdle()
    }
    store.launch(.sequence([.stream(stream, EffectOptions(id: "numbers")), .emit(-1)]))
    for number in 1...2 { continuation.yield(number) }
    await store.settle()
    #expect(store.state == [1, 2, 3, -1], "the stream had not ended when its third element cancelled it")
  }

  @Test func `a cancelled stream is asked for nothing more`() async {
    let asked = Counter()
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(Numbers(limit: 10_000, asked: asked), EffectOptions(id: "numbers")))
    _ = executor.runUntilIdle()
    store.cancel(.id("numbers"))
    await store.settle()
    #expect(asked.value == StreamLimits.capacity)
  }

  @Test func `a full pump ends when its store is deallocated`() async {
    weak var asked: Counter?
    var store: ScriptStore<Int>?
    do {
      let counter = Counter()
      asked = counter
      store = ScriptStore(options: options)
      store?.launch(.stream(Numbers(limit: 10_000, asked: counter)))
    }
    _ = executor.runUntilIdle()
    #expect(asked?.value == StreamLimits.capacity)
    store = nil
    await executor.settle()
    #expect(asked == nil)
  }
}
