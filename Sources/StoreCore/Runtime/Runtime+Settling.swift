import Synchronization

extension Runtime {
  /// Waits until nothing can happen in the store before a clock advances or a stream yields.
  ///
  /// With an ``EffectExecutor`` it follows what runs there and on the main actor, see ``EffectExecutor/settle()``;
  /// without one it waits until every running effect has ended or is a stream that waits for an element. An effect that
  /// sleeps is then waited for. Effects that were cancelled and have not ended are not waited for, nor is an effect
  /// that settles its own store. It returns early when the waiting task is cancelled, and at once, with an issue, in a
  /// handler of the store.
  public func settle() async {
    guard !table.isWaitInHandler() else { return }
    // An effect that settles its own store does not wait for itself.
    let waiting = EffectRunCore.current.flatMap { $0.table === table ? $0 : nil }
    waiting?.beginSettling()
    defer { waiting?.endSettling() }
    tellWatchers()
    while !Task.isCancelled {
      drainNow()
      if let executor = table.executor as? any EffectExecutor {
        await executor.settle()
        if mailbox.isEmpty { return }
      } else {
        if await isQuietInPool() { return }
      }
    }
  }

  private func isQuietInPool() async -> Bool {
    let (isQuiet, elements) = table.quiescence()
    guard isQuiet, mailbox.isEmpty, !isHandling else {
      await waitForChange()
      return false
    }
    // A pump that is about to get a buffered element looks as if it waited: ask again after a turn of the pool
    // and one of the main actor, and believe it only if no element came.
    await Task.detached {}.value
    await Task.detached { @MainActor in }.value
    let again = table.quiescence()
    return again.isQuiet && again.elements == elements && mailbox.isEmpty && !isHandling
  }

  /// Suspends until the mailbox was drained once more.
  private func waitForChange() async {
    let waiter = Waiter()
    watchers.append(waiter)
    table.isWatched.store(true, ordering: .sequentiallyConsistent)
    // Asked again with the watch in place: what changed before it is not told.
    guard !table.quiescence().isQuiet || !mailbox.isEmpty || isHandling else {
      tellWatchers()
      return
    }
    await withTaskCancellationHandler {
      await waiter.wait()
    } onCancel: {
      waiter.finish()
    }
    watchers.removeAll { $0 === waiter }
  }

  func tellWatchers() {
    guard !watchers.isEmpty else { return }
    table.isWatched.store(false, ordering: .sequentiallyConsistent)
    let watchers = watchers
    self.watchers = []
    for watcher in watchers {
      watcher.finish()
    }
  }
}
