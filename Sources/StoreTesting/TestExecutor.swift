import DequeModule
@_exported public import StoreCore

/// Runs effects one at a time, in the order in which they became ready, on the main thread.
///
/// Given to a store, it makes a run of its effects repeatable, and lets `settle()` see all they do:
///
/// ```swift
/// let executor = TestExecutor()
/// let store = Store(initialState: Search(), options: StoreOptions(executor: executor), reduce: reduce)
/// store.send(.typed("sw"))
/// await store.settle()
/// ```
///
/// Jobs run when somebody settles, and otherwise on the main actor's next turn, so that a test may also simply
/// await an effect. An effect that leaves the executor for an actor or another executor comes back to it. What
/// it waits for outside of the executor and the main actor is not seen by `settle()`; use a ``TestClock``.
public final class TestExecutor: EffectExecutor {
  private struct State {
    var jobs: Deque<UnownedJob> = []
    var isRunDue = false
  }

  private let state = Locked(State())
  /// How many jobs have run so far.
  @MainActor public private(set) var jobCount = 0
  /// How many operations on the main actor have begun and not ended; the stores count.
  @MainActor public var operationsOnMainActor = 0

  /// Creates an executor without jobs.
  public init() {}

  /// Takes a job behind those that wait.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsRun = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunDue = true }
      return !state.isRunDue
    }
    if needsRun {
      Task.detached { @MainActor in _ = self.runUntilIdle() }
    }
  }

  /// Runs jobs, also those that they add, until none is left.
  ///
  /// - Returns: whether there was any.
  @MainActor
  public func runUntilIdle() -> Bool {
    var hasRun = false
    while let job = next() {
      hasRun = true
      jobCount += 1
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return hasRun
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      let job = state.jobs.popFirst()
      if job == nil {
        state.isRunDue = false
      }
      return job
    }
  }
}
