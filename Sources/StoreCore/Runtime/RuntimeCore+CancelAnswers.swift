extension RuntimeCore {
  /// Handles the answer to the cancel of an effect, and what follows the effect.
  func completeCancelled(_ run: EffectRun) {
    guard run.traits.continuesOnMainActor else { return }
    appendEnd(of: run)
    guard let action = run.operation.onCancel?() else { return }
    guard !run.state.withLock({ $0.answerIsDropped }), run.scope.map({ isPresent?($0) != false }) ?? true else {
      return run.tellDropped(action)
    }
    // The answer to a cancel is not itself cancelled with the tree.
    let parent = table.isCancelled(run.node) ? NodeKey.none : run.node
    handle(action, from: .effect(run, at: .unknown), at: .child(of: parent, isCounted: true))
  }
}
