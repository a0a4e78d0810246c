extension EffectTable {
  /// Cancels everything and resumes every waiter; nothing starts from now on.
  package func close() {
    for timer in withMachine(\.windows).values { timer?.cancel() }
    change(by: EffectEnder(.storeEnd, by: caller())) { $0.close() }
    // The messages of those that had ended before their cancel are never handled.
    for run in drainingRuns where run.phase == .completedThenCancelled { drained(run) }
    cancelHandlerIfDue()
    endListeners.end()
  }
}

extension Runtime {
  /// Calls `body` when the store is deallocated, or at once if it already was.
  ///
  /// Called once, on the thread that releases the store, after its effects were cancelled and the waits for them ended.
  ///
  /// - Returns: a subscription; once it is cancelled, `body` is not called.
  @discardableResult
  public nonisolated func whenEnded(_ body: @escaping @Sendable () -> Void) -> StoreSubscription {
    core.noteLook()
    return table.endListeners.add(body)
  }
}
