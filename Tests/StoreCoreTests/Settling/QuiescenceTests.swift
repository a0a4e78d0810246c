import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The conditions under which a store's registry reports that nothing runs.
@MainActor
@Suite struct QuiescenceTests {
  private let executor = TestExecutor()

  private var options: StoreOptions { StoreOptions(executor: executor) }

  private func isQuiet(_ store: ScriptStore<Int>) -> Bool {
    store.runtime.table.quiescence(fromEffect: false).isQuiet
  }

  @Test func `a store without effects is quiet, and one with an effect is not`() async {
    let store = ScriptStore(Int.self, options: options)
    #expect(isQuiet(store))
    let gate = Gate()
    store.launch(.run { _ in await gate.pass() })
    #expect(!isQuiet(store))
    gate.open()
    await store.settle()
    #expect(isQuiet(store))
  }

  @Test func `a stream is quiet while it waits for an element and all before were handled`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(stream))
    #expect(!isQuiet(store), "the pump has not begun")
    _ = executor.runUntilIdle()
    #expect(isQuiet(store))
    continuation.yield(1)
    _ = executor.runUntilIdle()
    #expect(!isQuiet(store), "an element waits to be handled")
    store.runtime.core.drainWhenDue()
    #expect(isQuiet(store))
    continuation.finish()
    _ = executor.runUntilIdle()
    #expect(!isQuiet(store), "the stream has ended and not completed")
    store.runtime.core.drainWhenDue()
    #expect(isQuiet(store))
  }

  @Test func `a pump is not quiet before its last job has run, and each job is counted`() {
    let jobs = HeldExecutor()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: StoreOptions(executor: jobs))
    let table = store.runtime.table
    store.launch(.stream(stream))
    #expect(!isQuiet(store), "the pump has not begun")
    jobs.run()
    #expect(isQuiet(store))
    let count = table.quiescence(fromEffect: false).pumpJobs
    continuation.yield(1)
    #expect(!isQuiet(store), "the pump was resumed, and has not run")
    jobs.run()
    #expect(!isQuiet(store), "an element waits to be handled")
    store.runtime.core.drainWhenDue()
    #expect(isQuiet(store))
    #expect(table.quiescence(fromEffect: false).pumpJobs == count + 1)
    withExtendedLifetime(continuation) {}
  }

  @Test func `a stream that has room again is not quiet before it asks for its next element`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(stream))
    for number in 0..<StreamLimits.capacity { continuation.yield(number) }
    _ = executor.runUntilIdle()
    store.runtime.core.drainWhenDue()
    #expect(store.state.count == StreamLimits.capacity)
    #expect(!isQuiet(store))
    _ = executor.runUntilIdle()
    store.runtime.core.drainWhenDue()
    #expect(isQuiet(store))
    withExtendedLifetime(continuation) {}
  }

  @Test func `an effect that has settled its store and continues is not quiet`() async {
    let gate = Gate()
    let holder = AsyncStream.makeStream(of: ScriptStore<Int>.self)
    let store = ScriptStore(Int.self, options: options)
    store.launch(
      .run { _ in
        for await store in holder.stream {
          await store.settle()
          break
        }
        await gate.pass()
      }
    )
    holder.continuation.yield(store)
    await gate.waitForArrivals(1)
    #expect(!isQuiet(store))
    gate.open()
    await store.settle()
    #expect(isQuiet(store))
  }

  @Test func `an effect that settles another store is not quiet`() async {
    let gate = Gate()
    let settling = Counter()
    let store = ScriptStore(Int.self)
    let other = ScriptStore(Int.self)
    other.launch(.run { _ in await gate.pass() })
    let handle = store.launch(.run { _ in await settle(other, settling) })
    await settling.wait(for: 1)
    #expect(!isQuiet(store))
    gate.open()
    await handle.value
  }
}

/// Settles a store; on the main actor nothing runs between the count and the beginning.
@MainActor
private func settle(_ store: ScriptStore<Int>, _ begun: Counter) async {
  begun.add()
  await store.settle()
}
