extension Runtime {
  /// Ends all that the store does, until ``start()``.
  ///
  /// What was sent before is handled first, on an idle store. Then all effects are cancelled, and the programs that they
  /// belong to: no later member of a sequence starts, and an answer to a cancel is dropped. From then on nothing starts.
  /// Actions are dropped, and observers hear of each; those too that a handler sends while it calls this. The effects of
  /// that handler's own action do not start.
  ///
  /// For an engine whose stores rest while nobody shows them. Waiters go on, and ``settle()`` returns.
  ///
  /// - Complexity: O(effects + actions in progress).
  public func stop() {
    guard !isStopped else { return }
    drainNow()
    isStopped = true
    // No short way from now on.
    isHeard = true
    table.stop()
  }

  /// Handles actions and starts effects again.
  ///
  /// What was enqueued while the store was stopped is dropped before.
  public func start() {
    guard isStopped else { return }
    drainNow()
    isStopped = false
    table.start()
    isHeard = tap != nil || table.hub.isActive
  }
}
