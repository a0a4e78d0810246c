import StoreCore

/// The findings of a reducer and of its children's reducers while they handle one action.
@usableFromInline
struct ReducerContext {
  /// The store's effects, if some are in scopes; only then are children watched for leaving.
  @usableFromInline let effects: ScopedEffects?
  /// The scope around those of the running reducer's children; `nil` at the outermost level.
  @usableFromInline var scope: EffectScope?
  /// The scopes of children that may have left.
  @usableFromInline var suspects: [EffectScope] = []
  /// The actions for absent children.
  @usableFromInline var absences: [AbsentChildError] = []

  @usableFromInline
  init(effects: ScopedEffects?) {
    self.effects = effects
  }

  /// Takes note of an action for an absent child, a mistake of its sender.
  ///
  /// Actions of the child's own effects do not get here: they are dropped with the effects when the child leaves.
  @usableFromInline
  mutating func note(_ action: some Any, for child: EffectScope) {
    absences.append(AbsentChildError(action: action, child: child))
  }
}

extension EffectScope {
  /// The scope inside another one, if there is one.
  @inlinable
  func within(_ outer: EffectScope?) -> EffectScope {
    outer?.appending(self) ?? self
  }
}
