/// A task executor that can be asked to run all it has, so that a store's `settle()` is exact.
public protocol EffectExecutor: TaskExecutor {
  /// Runs jobs, also those that they add, until none is left.
  ///
  /// - Returns: whether there was any.
  @MainActor func runUntilIdle() -> Bool
}

extension EffectExecutor {
  /// Waits until neither the executor nor the main actor has anything left to do.
  ///
  /// What waits for something outside of the two, such as a clock, another executor or a dispatch queue, is not
  /// seen: it may go on later.
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
