/// A task executor that can be asked to run all it has, so that a store's `settle()` knows what can still happen.
public protocol EffectExecutor: TaskExecutor {
  /// Runs jobs, also those that they add, until none is left.
  ///
  /// - Returns: whether there was any.
  @MainActor func runUntilIdle() -> Bool

  /// How many jobs have run so far, whoever had them run.
  @MainActor var jobCount: Int { get }

  /// How many operations on the main actor have begun and not ended, in the stores that have this executor.
  ///
  /// Stores count here; the executor keeps the number, 0 at first.
  @MainActor var operationsOnMainActor: Int { get set }
}

extension EffectExecutor {
  /// Waits until the executor has nothing left to do, not even what jobs on the main actor give it.
  ///
  /// Tasks that go back and forth between the two are followed to their ends. A chain of jobs on the main actor
  /// alone, each of which adds the next one, is followed for three links, and for 64 while an effect's operation on the
  /// main actor has not ended. What waits for something else, such as a
  /// clock, another executor or a dispatch queue, is not seen: it may go on later.
  @MainActor
  public func settle() async {
    // In a task of its own: that of an effect that settles its store comes back by the executor, in each turn again.
    let executor: any EffectExecutor = self
    let turns = Task<Void, Never>.detached { @MainActor @Sendable () async -> Void in
      var quietTurns = 0
      var knownJobs = -1
      var knownOperations = -1
      // A job on the main actor may itself be the last of a chain through it; each turn follows one link.
      while quietTurns < (knownOperations == 0 ? 3 : 64) {
        _ = executor.runUntilIdle()
        // Asked for all jobs: those between two looks may have run in a turn of the executor's own.
        // An operation that has ended meanwhile gives the executor a job, which may have others follow.
        let isQuiet = executor.jobCount == knownJobs && executor.operationsOnMainActor == knownOperations
        quietTurns = isQuiet ? quietTurns + 1 : 0
        knownJobs = executor.jobCount
        knownOperations = executor.operationsOnMainActor
        await Task.detached { @MainActor in }.value
      }
    }
    await turns.value
  }
}
