extension RuntimeCore {
  /// Handles the answer to the cancel of an effect, or to its refusal after a wait, and what follows the effect.
  func completeCancelled(_ run: EffectRun) {
    guard run.traits.continuesOnMainActor else { return }
    appendEnd(of: run)
    let due = run.state.withLock { $0.answer }
    let answers = run.operation.answers
    guard let action = due == .toRefusal ? answers?.onRefused?() : answers?.onCancel?() else { return }
    guard due != .dropped, run.scope.map({ isPresent?($0) != false }) ?? true else { return run.tellDropped(action) }
    var position = Position.child(of: run.node, isCounted: true)
    if table.isCancelled(run.node) {
      // The answer to a cancel is not itself cancelled with the tree. Later actions wait for it as for one of the tree.
      let node = table.open(parent: .none, isCounted: true)
      position = .node(node)
      if queue.isSequential { steps.append(.block(node)) }
      steps.append(.release(node))
    }
    handle(action, from: .effect(run), at: position)
  }

  /// Handles the answer to the refusal of an effect that was not launched; its node is open.
  func answerRefusal(of run: EffectRun, node: NodeKey) {
    guard !isStopped, !table.isCancelled(node), let action = run.operation.answers?.onRefused?() else { return }
    handle(action, from: .effect(run), at: .child(of: node, isCounted: true))
  }
}
