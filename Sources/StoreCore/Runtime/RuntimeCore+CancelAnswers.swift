extension RuntimeCore {
  /// Handles the answer to the cancel of an effect, and what follows the effect.
  func completeCancelled(_ run: EffectRun) {
    guard run.traits.continuesOnMainActor else { return }
    appendEnd(of: run)
    guard let action = run.operation.onCancel?() else { return }
    guard !run.state.withLock({ $0.answerIsDropped }), run.scope.map({ isPresent?($0) != false }) ?? true else {
      return run.tellDropped(action)
    }
    var position = Position.child(of: run.node, isCounted: true)
    if table.isCancelled(run.node) {
      // The answer to a cancel is not itself cancelled with the tree. Later actions wait for it as for one of the tree.
      let node = table.open(parent: .none, isCounted: true)
      position = .node(node)
      if queue.isSequential { steps.append(.block(node)) }
      steps.append(.release(node))
    }
    handle(action, from: .effect(run, at: .unknown), at: position)
  }
}
