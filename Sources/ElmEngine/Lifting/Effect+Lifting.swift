public import StoreCore

extension Effect {
  /// The effect of a child in its parent: its actions are embedded in the parent's, and its names moved into a scope.
  ///
  /// It is ``map(_:)`` and ``scoped(to:)`` at once, for a parent that calls its children's reducers itself.
  ///
  /// - Complexity: O(1), however large the effect is and however often it was lifted before.
  @inlinable
  public func lifted<Parent: Sendable>(
    to scope: EffectScope,
    _ embed: @escaping @Sendable (Action) -> Parent
  ) -> Effect<Parent> {
    isNone ? .none : .program(program.lifted(to: scope, embed))
  }

  /// The effect of a child in its parent, which reads the child's state by `send.read`.
  ///
  /// - Complexity: O(1), however large the effect is and however often it was lifted before.
  @inlinable
  public func lifted<Parent: Sendable>(to scope: EffectScope, by lift: EffectLift<Action, Parent>) -> Effect<Parent> {
    isNone ? .none : .program(program.lifted(to: scope, by: lift))
  }
}
