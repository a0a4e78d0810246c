#if Exhaustive
import Dispatch
import ReduxBridge
import StoreCore
import Testing
import _StoreTestSupport

/// Pipelines that leave the main actor, and threads that come to it.
///
/// Also for the thread sanitizer.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct PublisherRaceTests {
  /// The only reference to a store, which any thread may release.
  private final class Held: Sendable {
    let store = Locked<ScriptStore<Int>?>(nil)

    @MainActor
    init() {
      store.withLock { $0 = ScriptStore() }
    }

    func letGo() {
      // Outside the lock: its deinitialization runs other code.
      let store = store.withLock { store in
        defer { store = nil }
        return store
      }
      withExtendedLifetime(store) {}
    }
  }

  private static let queue = DispatchQueue(label: "pipeline")

  @Test func `a sink made on the main actor gets each value in order on another queue`() async {
    let store = ScriptStore(Int.self)
    let counts = Locked<[Int]>([])
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let sink = store.publisher(for: \.count).receive(on: Self.queue.ocombine).sink { @Sendable count in
      counts.withLock { $0.append(count) }
      if count == 1_000 { end.finish() }
    }
    for number in 1...1_000 {
      store.send(number)
      // Turns of the main actor between the values.
      if number.isMultiple(of: 100) { await Task { @concurrent in }.value }
    }
    for await _ in ends {}
    #expect(counts.withLock { $0 } == Array(0...1_000))
    withExtendedLifetime(sink) {}
  }

  @Test func `a subscription from another thread starts with the current state, and misses nothing later`() async {
    for round in 1...100 {
      let store = ScriptStore(Int.self)
      var counts: [Int] = []
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let sink = store.publisher(for: \.count).subscribe(on: Self.queue.ocombine).sink { count in
        counts.append(count)
        if count == 20 { end.finish() }
      }
      for number in 1...20 {
        store.send(number)
        if number == round % 20 { await Task { @concurrent in }.value }
      }
      for await _ in ends {}
      #expect(counts == Array((counts.first ?? 0)...20))
      withExtendedLifetime(sink) {}
    }
  }

  @Test func `values requested on other threads come in order, and the last is not missed`() async {
    let store = ScriptStore(Int.self)
    let slow = RequestingSubscriber<Int>()
    store.publisher(for: \.count).subscribe(slow)
    let askers = (0..<4).map { _ in
      Task { @concurrent in
        for _ in 0..<500 { slow.request() }
      }
    }
    for number in 1...1_000 {
      store.send(number)
      if number.isMultiple(of: 50) { await Task { @concurrent in }.value }
    }
    for asker in askers { await asker.value }
    slow.request()
    await slow.wait(for: 1_000)
    let values = slow.values
    #expect(values == values.sorted())
    #expect(Set(values).count == values.count)
  }

  @Test func `subscriptions cancelled on other threads get nothing out of order`() async {
    let store = ScriptStore(Int.self)
    for round in 0..<300 {
      var counts: [Int] = []
      // Sendable: a subscription may be cancelled from anywhere.
      nonisolated(unsafe) let sink = store.publisher(for: \.count).sink { counts.append($0) }
      let canceller = Task { @concurrent in sink.cancel() }
      for number in 0..<10 { store.send(number) }
      await canceller.value
      let last = counts.count
      store.send(round)
      #expect(counts.count == last)
      #expect(counts == Array((counts.first ?? 0)..<((counts.first ?? 0) + counts.count)))
    }
  }

  @Test func `a store released on another thread finishes its publishers once`() async {
    for _ in 0..<200 {
      let (ends, end) = AsyncStream.makeStream(of: Int.self)
      let completions = Locked(0)
      let held = Held()
      let sink = held.store.withLock { $0 }?.publisher.sink { _ in
        completions.withLock { $0 += 1 }
        end.finish()
      } receiveValue: { _ in
      }
      let others = (0..<2).map { _ in Task { @concurrent in held.letGo() } }
      for await _ in ends {}
      for other in others { await other.value }
      #expect(completions.withLock { $0 } == 1)
      withExtendedLifetime(sink) {}
    }
  }

  @Test func `a publisher fed by four threads sends all values to a store, each thread's in order`() async {
    let store = ScriptStore(Int.self)
    let subject = PassthroughSubject<Int, Never>()
    store.subscribe(to: subject, demand: .unlimited) { $0 }
    // Sendable: a subject may be sent to from anywhere.
    nonisolated(unsafe) let shared = subject
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask { @concurrent in
          for number in 0..<500 { shared.send(thread * 1_000 + number) }
        }
      }
    }
    subject.send(completion: .finished)
    await store.settle()
    #expect(store.state.count == 2_000)
    for thread in 0..<4 {
      #expect(store.state.filter { $0 / 1_000 == thread } == (0..<500).map { thread * 1_000 + $0 })
    }
  }

  @Test func `subscribing to publishers and cancelling by name races with their elements`() async {
    let store = ScriptStore(Int.self)
    let subject = PassthroughSubject<Int, Never>()
    // Sendable: a subject may be sent to from anywhere.
    nonisolated(unsafe) let shared = subject
    for round in 0..<100 {
      store.subscribe(to: subject, options: EffectOptions(id: "numbers")) { $0 }
      let feeder = Task { @concurrent in
        for _ in 0..<100 { shared.send(1) }
      }
      if round.isMultiple(of: 2) { await Task { @concurrent in }.value }
      store.cancel(.id("numbers"))
      let count = store.state.count
      await feeder.value
      store.send(0)
      #expect(store.state.count == count + 1)
    }
    #expect(store.runningTaskCount == 0)
  }
}
#endif
