extension EffectTable {
  func isSettled(_ node: SlotKey, scope: CausalTree<Waiter>.Scope) -> Bool {
    withMachine { $0.isClosed || $0.tree.isSettled(node, scope: scope) }
  }

  /// Whether a node has settled, or was cancelled and no handler of it is suspended.
  func isFinished(_ node: SlotKey) -> Bool {
    let (isSettled, isCancelled) = withMachine { machine in
      (machine.isClosed || machine.tree.isSettled(node, scope: .own), machine.tree.isCancelled(node))
    }
    return isSettled || (isCancelled && !isHandling(node))
  }

  /// Suspends until a node has settled, the store is deallocated, or the caller is cancelled.
  ///
  /// - Parameters:
  ///   - node: The node of an action.
  ///   - scope: What of it is waited for.
  ///   - isolation: The caller's.
  ///   - send: Sends the action, if that is still to do. The waiter is in place then: a node below another one that
  ///     nobody waits for goes with its own effects, and what these have caused would not be found.
  func wait(
    for node: SlotKey,
    scope: CausalTree<Waiter>.Scope,
    isolation: isolated (any Actor)? = #isolation,
    sending send: () -> Void = {}
  ) async {
    let waiter = Waiter()
    let run = CurrentEffect.run.flatMap { $0.table === self ? $0.key : nil }
    let isWaiting =
      !isHopeless(node, scope: scope, run: run)
      && machine.withLock { $0.addWaiter(waiter, to: node, scope: scope, run: run) }
    send()
    guard isWaiting else { return }
    // Ended with the wait, below.
    let watch = watch(node)
    // Named in the closure, which would leave the caller's actor otherwise, and come back through the pool.
    await withTaskCancellationHandler {
      await waiter.wait(isolation: isolation)
    } onCancel: {
      waiter.finish()
    }
    watch?.cancel()
    withMachine { $0.removeWaiter(from: node, scope: scope, run: run) { $0 === waiter } }
  }
}
