/// A task executor that can be asked to run all it has, so that a store's `settle()` is exact.
public protocol EffectExecutor: TaskExecutor {
  /// Runs jobs, also those that they add, until none is left.
  ///
  /// - Returns: whether there was any.
  @MainActor func runUntilIdle() -> Bool
}
