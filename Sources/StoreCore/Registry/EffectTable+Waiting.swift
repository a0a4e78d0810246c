import Synchronization

extension EffectTable {
  /// Suspends until the node of an action has settled, the store is deallocated, or the caller is cancelled.
  ///
  /// `node` is none if the action caused nothing. `send` sends the action, if that is still to do, with the waiter in
  /// place: without one, a node below another is removed with its own effects, and what these caused is not found.
  ///
  /// - Returns: `false` if the wait was given up, with an issue, as nobody advances the clock that it depends on.
  @discardableResult
  func wait(
    for node: NodeKey,
    scope: ActionTree<Waiter>.Scope,
    at location: CallSite = .unknown,
    isolation: isolated (any Actor)? = #isolation,
    sending send: () -> Void = {}
  ) async -> Bool {
    guard !node.isNone, !node.isOfRefusal else {
      if countVainWait() { await Task.yield() }
      return true
    }
    let waiter = Waiter()
    let run = CurrentEffect.run.flatMap { $0.table === self ? $0.key : nil }
    let isWaiting =
      !refuseWait(for: node, scope: scope, run: run)
      && withMachine { $0.addWaiter(waiter, to: node, scope: scope, run: run) }
    send()
    guard isWaiting else {
      if countVainWait() { await Task.yield() }
      return true
    }
    // Checked once the waiter is in place, where a later cancel finds it.
    guard !isCancelledInQueue(node) else {
      withMachine { $0.remove(waiter, from: node, run: run) }
      if countVainWait() { await Task.yield() }
      return true
    }
    // Ended with the wait, below.
    let watch = watch(node)
    waitWatch?.begin(WatchedWait(waiter, for: node, scope, of: self, at: location))
    await waiter.waitUnlessCancelled()
    let wasGivenUp = waitWatch?.end(waiter) == false
    watch?.cancel()
    withMachine { $0.remove(waiter, from: node, run: run) }
    if Task.isCancelled, countVainWait() { await Task.yield() }
    return !wasGivenUp
  }

  /// Counts a wait that is cancelled or in vain, and returns whether it has to yield: each 1,024th does, as a loop of such
  /// waits would block the main actor.
  ///
  /// To yield takes as long as dozens of them.
  func countVainWait() -> Bool { vainWaitCount.wrappingAdd(1, ordering: .relaxed).newValue % 1_024 == 0 }
}
