import Dispatch
import StoreTesting
import Testing
import _StoreTestSupport

@testable import StoreCore

/// Effects that are launched faster than the pool can begin them.
@MainActor
@Suite struct LaunchBatchTests {
  // MARK: The decisions

  @Test func `the first run begins, and the later ones wait until it takes them`() {
    var batch = LaunchBatch<Int>()
    let waits = (0..<4).map { batch.add($0) }
    #expect(waits == [false, true, true, true])
    let first = batch.takeAll()
    #expect(first == [1, 2, 3])
  }

  @Test func `a run that is added while others begin waits for the same task, and the last look closes the batch`() {
    var batch = LaunchBatch<Int>()
    for run in 0..<2 { _ = batch.add(run) }
    _ = batch.takeAll()
    let waits = batch.add(2)
    #expect(waits)
    let second = batch.takeAll()
    #expect(second == [2])
    let last = batch.takeAll()
    #expect(last.isEmpty)
    let waitsLater = batch.add(3)
    #expect(!waitsLater)
  }

  // MARK: In a store

  /// A store in the pool, each of whose actions starts an effect of its own name.
  private func store(_ operation: @escaping @concurrent @Sendable (Int) async throws -> Void) -> ScriptStore<Int> {
    ScriptStore { number in
      number < 0 ? .none : .run(EffectOptions(id: EffectID(number))) { _ in try await operation(number) }
    }
  }

  @Test func `each effect of a burst runs once, and effects that were cancelled at once run at most once`() async {
    let begun = Locked<[Int: Int]>([:])
    let store = store { number in begun.withLock { $0[number, default: 0] += 1 } }
    for number in 0..<2_000 {
      store.send(number)
      if number.isMultiple(of: 2) { store.cancel(.id(EffectID(number))) }
    }
    await store.settle()
    let counts = begun.withLock { $0 }
    for number in 0..<2_000 where !number.isMultiple(of: 2) {
      #expect(counts[number] == 1, "effect \(number)")
    }
    #expect(counts.values.allSatisfy { $0 == 1 })
    #expect(store.runningTaskCount == 0)
  }

  @Test func `an effect whose task begins others may be cancelled before it runs`() async {
    let ended = Counter()
    let store = store { _ in ended.add() }
    for _ in 0..<100 {
      store.send(0)
      for number in 1..<10 { store.send(number) }
      // It may have opened the batch: its task begins the others all the same.
      store.cancel(.id(0))
      await store.settle()
      for number in 1..<10 { #expect(!store.isTaskRunning(id: number)) }
    }
    #expect(ended.value >= 900)
  }

  // In a process of its own: other tests may hold the pool's threads until the main actor has run for them.
  @Test func `effects of a burst begin while the main actor is held`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let begun = DispatchSemaphore(value: 0)
      let store = ScriptStore<Int> { _ in .run { _ in begun.signal() } }
      for number in 0..<64 { store.send(number) }
      waitOnThread(for: begun, count: 64)
      await store.settle()
      #expect(store.runningTaskCount == 0)
    }
  }

  @Test func `what a burst holds is released once its store is deallocated`() async {
    let life = Life()
    weak let kept = life
    func launch(_ life: Life) {
      let store = ScriptStore<Int> { number in
        .run(EffectOptions(id: EffectID(number))) { _ in
          life.note()
          try await untilCancelled()
        }
      }
      for number in 0..<1_000 { store.send(number) }
    }
    let released = life.released
    launch(consume life)
    // The tasks that were on their way end in the pool, and release what they hold.
    await released.value
    #expect(kept == nil)
  }

  /// An object that effects retain, and that reports its release.
  private final class Life: Sendable {
    let released: Task<Void, Never>
    private let end: AsyncStream<Void>.Continuation

    init() {
      let (stream, end) = AsyncStream.makeStream(of: Void.self)
      self.end = end
      released = Task { for await _ in stream {} }
    }

    deinit { end.finish() }

    func note() {}
  }

  @Test func `effects with a priority, on the main actor or of a stream do not wait for others`() {
    let runs = [
      EffectOperation(body: .run { _ in }),
      EffectOperation(body: .run { _ in }, options: EffectOptions(priority: .high)),
      EffectOperation(body: .mainActor { _ in }),
      EffectOperation(body: .stream { _ in }),
    ].map { EffectRun($0, mailbox: mailbox) }
    #expect(runs.map(\.mayWaitForOthers) == [true, false, false, false])
  }

  private let mailbox = Mailbox(table: EffectTable(options: StoreOptions()))
}

/// Waits without letting anything else run on the caller's thread.
private func waitOnThread(for semaphore: DispatchSemaphore, count: Int) {
  for _ in 0..<count { semaphore.wait() }
}
