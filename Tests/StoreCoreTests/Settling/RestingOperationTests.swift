import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Operations on the main actor that sleep on a test clock.
@MainActor
@Suite struct RestingOperationTests {
  /// Counts the calls that ask it to run its jobs.
  private final class AskedExecutor: EffectExecutor {
    private let jobs = Locked<[UnownedJob]>([])
    @MainActor private(set) var jobCount = 0
    @MainActor private(set) var askedCount = 0
    let activity = ExecutorActivity()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    @MainActor
    func runUntilIdle() -> Bool {
      askedCount += 1
      let before = jobCount
      while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        jobCount += 1
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
      return jobCount > before
    }
  }

  @Test func `settle polls no more than without effects while an operation sleeps, and often while one waits`()
    async
  {
    let executor = AskedExecutor()
    let clock = TestClock(followedBy: executor)
    let gate = Gate()
    let store = ScriptStore(Int.self, options: StoreOptions(executor: executor))
    func askedCount() async -> Int {
      let before = executor.askedCount
      await store.settle()
      return executor.askedCount - before
    }
    let idle = await askedCount()
    store.launch(.runOnMainActor { _ in try await clock.sleep(for: .seconds(1)) })
    await store.settle()
    #expect(await askedCount() == idle)
    store.launch(.runOnMainActor { _ in await gate.pass() })
    await store.settle()
    #expect(await askedCount() > 10 * idle)
    gate.open()
    await clock.advance(by: .seconds(1))
    #expect(store.runningTaskCount == 0)
    #expect(await askedCount() == idle)
  }

  @Test func `a suspended handler is counted as an operation on the main actor`() async {
    let executor = AskedExecutor()
    let gate = Gate()
    let store = SuspendingStore<Int>(options: StoreOptions(executor: executor)) { _ in
      await gate.pass()
      return .none
    }
    #expect(executor.activity.operationsOnMainActor == 0)
    let handle = store.send(1)
    #expect(executor.activity.operationsOnMainActor == 1)
    gate.open()
    await handle.value
    #expect(executor.activity.operationsOnMainActor == 0)
    await store.send(2).value
    #expect(executor.activity.operationsOnMainActor == 0)
    #expect(store.state == [1, 2])
  }
}
