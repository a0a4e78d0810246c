import Synchronization

extension Runtime {
  /// Waits until nothing can happen in the store before a clock advances or a stream yields.
  ///
  /// With an ``EffectExecutor`` this is exact for everything that runs on it and on the main actor; without one
  /// it waits until every running effect has ended or is a stream that waits for an element. An effect that
  /// sleeps is then waited for. Effects that were cancelled and have not ended are not waited for. It returns
  /// early when the waiting task is cancelled.
  public func settle() async {
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

  private func drainNow() {
    guard !isBusy else { return }
    while !mailbox.isEmpty {
      takeLetters()
      isBusy = true
      work()
      isBusy = false
    }
  }

  private func isQuietInPool() async -> Bool {
    let (isQuiet, elements) = table.quiescence()
    guard isQuiet, mailbox.isEmpty else {
      await waitForChange()
      return false
    }
    // A pump that is about to get a buffered element looks as if it waited: ask again after a turn of the pool
    // and one of the main actor, and believe it only if no element came.
    await Task.detached {}.value
    await Task.detached { @MainActor in }.value
    let again = table.quiescence()
    return again.isQuiet && again.elements == elements && mailbox.isEmpty
  }

  /// Suspends until the mailbox was drained once more.
  private func waitForChange() async {
    let waiter = Waiter()
    watchers.append(waiter)
    table.isWatched.store(true, ordering: .sequentiallyConsistent)
    // Asked again with the watch in place: what changed before it is not told.
    guard !table.quiescence().isQuiet, mailbox.isEmpty else {
      tellWatchers()
      return
    }
    await withTaskCancellationHandler {
      await waiter.wait()
    } onCancel: {
      waiter.finish()
    }
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
