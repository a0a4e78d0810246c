import Synchronization

extension Runtime {
  /// Waits until nothing can happen in the store before a clock advances or a stream yields.
  ///
  /// With an ``EffectExecutor`` it follows what runs there and on the main actor, see ``EffectExecutor/settle()``;
  /// without one it waits until every running effect has ended or is a stream that waits for an element. An effect that
  /// sleeps is then waited for. Effects that were cancelled and have not ended are not waited for, nor is an effect
  /// that settles its own store. It returns early when the waiting task is cancelled, and at once, with an issue, in a
  /// handler of the store.
  ///
  /// After ``StoreOptions/settlingLimit`` it gives up, and the store reports
  /// ``RuntimeIssue/Kind/notSettled(running:)`` with the effects that have not ended. What an effect waits for
  /// outside of its executor, such as a file, is not seen with an ``EffectExecutor``: then it returns before that has come.
  public func settle() async {
    guard !table.isWaitInHandler() else { return }
    // An effect that settles its own store does not wait for itself.
    let waiting = EffectRunCore.current.flatMap { $0.table === table ? $0 : nil }
    waiting?.beginSettling()
    defer { waiting?.endSettling() }
    tellWatchers()
    guard let executor = table.executor as? any EffectExecutor else { return await settleInPool() }
    for _ in 0..<table.chainLimit where !Task.isCancelled {
      drainNow()
      guard await executor.settle(waking: { false }) else { return }
      if mailbox.isEmpty { return }
    }
    if !Task.isCancelled { table.reportUnsettled() }
  }

  private func settleInPool() async {
    let limit = table.options.settlingLimit
    let rounds = Locked(0)
    let end = Locked<Duration?>(nil)
    let timer = Task { [weak self] in
      var (known, parts, quietParts) = (0, 0, 0)
      // In parts, each with a turn of the main actor: where that or the pool has much else to do, it takes longer.
      while quietParts < 300, parts < 1_000 {
        try await ContinuousClock().sleep(for: limit / 10)
        let now = rounds.withLock { $0 }
        parts += 1
        quietParts = now == known ? quietParts + 1 : 0
        known = now
      }
      end.withLock { $0 = quietParts == 300 ? limit * 30 : limit * 100 }
      self?.tellWatchers()
    }
    defer { timer.cancel() }
    while !Task.isCancelled {
      rounds.withLock { $0 += 1 }
      drainNow()
      if await isQuietInPool() { return }
      if let end = end.withLock({ $0 }) { return table.reportUnsettled(after: end) }
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

  /// Whether the store looks for what was sent only when it is told.
  package var isAtRest: Bool { mailbox.isAtRest }

  /// Whether the store waits until it is told of letters; else it looks again in the next turn.
  func rests() -> Bool {
    patience.noteTurn(found: found)
    guard !patience.isOver else { return true }
    // Who waits for the store to be quiet is told when it rests.
    guard table.isWatched.load(ordering: .relaxed) else { return false }
    patience = Patience()
    return true
  }
}
