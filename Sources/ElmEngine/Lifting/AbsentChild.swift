import StoreCore

/// The actions that were handled for children that are not in the state, until their store has reported them.
@MainActor
@usableFromInline
enum AbsentChild {
  /// Whether there is anything to report; looked at after each action.
  @usableFromInline static var isMissed = false
  private static var missed: [(action: String, child: EffectScope)] = []

  /// Takes notice of an action for a child that is absent: it is a mistake of who sent it.
  ///
  /// Actions of the child's own effects do not come here: they are dropped with the effects when the child leaves.
  @usableFromInline
  static func note<Action>(_ action: Action, for child: EffectScope) {
    missed.append((String(describing: action), child))
    isMissed = true
  }

  /// Reports what a store's reducer has found.
  @usableFromInline
  static func report<Action>(to runtime: Runtime<Action>?) {
    isMissed = false
    let missed = missed
    self.missed = []
    for (action, child) in missed {
      runtime?.report(
        .absentChild(action: action),
        """
        Sent '\(action)' to the child '\(child)', which is not in the state.

        No reducer of a child has seen the action: it came before the child, or after the child had left.

        Send a child's actions while its state is there, or have its parent check before it takes the child out.
        """
      )
    }
  }
}
