import StoreCore

/// The course of one action through a reducer and those of its children: what they find out on the way.
@usableFromInline
struct ReducerContext {
  /// The store's effects, if some are in scopes: then it is found out which children leave.
  @usableFromInline let effects: ScopedEffects?
  /// Where the children of the reducer that runs have their scopes; outermost there is none.
  @usableFromInline var scope: EffectScope?
  /// The scopes that a child may have left.
  @usableFromInline var suspects: [EffectScope] = []
  /// The actions for children that were not there.
  @usableFromInline var absences: [AbsentChildError] = []

  @usableFromInline
  init(effects: ScopedEffects?) {
    self.effects = effects
  }

  /// Takes note of an action for a child that is absent: it is a mistake of its sender.
  ///
  /// Actions of the child's own effects do not come here: they are dropped with the effects when the child leaves.
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
