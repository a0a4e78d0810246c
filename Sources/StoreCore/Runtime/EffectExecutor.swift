/// A task executor that can be asked to run all it has, so that a store's `settle()` knows what can still happen.
public protocol EffectExecutor: TaskExecutor {
  /// Runs jobs, also those that they add, until none is left.
  ///
  /// - Returns: whether there was any.
  @MainActor func runUntilIdle() -> Bool
}

extension EffectExecutor {
  /// Waits until the executor has nothing left to do, not even what jobs on the main actor give it.
  ///
  /// Tasks that go back and forth between the two are followed to their ends. A chain of jobs on the main actor
  /// alone, each of which adds the next one, is followed for three links. What waits for something else, such as a
  /// clock, another executor or a dispatch queue, is not seen: it may go on later.
  @MainActor
  public func settle() async {
    var quietTurns = 0
    // A job on the main actor may itself be the last of a chain through it; each turn follows one link.
    while quietTurns < 3 {
      quietTurns = runUntilIdle() ? 0 : quietTurns + 1
      await Task.detached { @MainActor in }.value
    }
  }
}
