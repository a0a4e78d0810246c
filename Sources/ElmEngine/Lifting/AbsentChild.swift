import StoreCore

/// What becomes of an action for a child that is not in the state.
@usableFromInline
enum AbsentChild {
  /// Takes notice of such an action: it is a mistake of who sent it, and the child's reducer does not see it.
  ///
  /// Actions of the child's own effects do not come here: they are dropped with the effects when the child leaves.
  @MainActor
  @usableFromInline
  static func report<Action>(_ action: Action, for child: EffectScope) {}
}
