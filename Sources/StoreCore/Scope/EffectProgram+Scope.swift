extension EffectProgram {
  /// The program moved into a scope, so that instances of a child feature are kept apart.
  ///
  /// Everything of the program belongs to the scope: operations with and without a name, members of sequences that
  /// start later, and what an error handler inside answers. Selectors mean the scope as well:
  ///
  /// - ``EffectSelector/id(_:)-(EffectID)`` and ``EffectSelector/ids(_:)`` mean the names of the scope itself.
  /// - ``EffectSelector/all`` means all effects of the scope and of those nested in it, and none outside.
  /// - ``EffectSelector/matching(_:)`` is asked for the same effects, with their names as seen from the scope.
  /// - ``EffectSelector/scope(_:)-(EffectScope)`` means a scope nested in this one.
  ///
  /// Outside of the scope its effects are known by ``EffectID/scoped(to:)`` and ``EffectSelector/scope(_:)-(EffectScope)``.
  /// Scopes nest, the outer one applied last. A scope is any hashable value, or an ``EffectScope`` of several parts.
  ///
  /// - Complexity: O(1), however large the program is.
  public func scoped(to scope: some Hashable & Sendable) -> EffectProgram {
    isNone ? self : EffectProgram(node: .scoped(ScopedProgram.Moved(self, scope: EffectScope(scope))))
  }

  /// The program of a child feature in its parent: moved into a scope, with its actions embedded in the parent's.
  ///
  /// It is ``map(_:)`` and ``scoped(to:)`` at once. Lifted through several parents, each operation is still wrapped
  /// once, when it starts. `embed` is called once for each action, off the main actor for actions that an operation
  /// sends.
  ///
  /// - Complexity: O(1), however large the program is.
  @inlinable
  public func lifted<Parent: Sendable>(
    to scope: EffectScope,
    _ embed: @escaping @Sendable (Action) -> Parent
  ) -> EffectProgram<Parent> {
    // Most actions have no effect: where the caller knows the type, that is a comparison.
    isNone ? .none : move(to: scope, embed)
  }

  @usableFromInline
  func move<Parent: Sendable>(
    to scope: EffectScope,
    _ embed: @escaping @Sendable (Action) -> Parent
  ) -> EffectProgram<Parent> {
    EffectProgram<Parent>(node: .scoped(ScopedProgram.Lifted(self, scope: scope, embed: embed)))
  }
}
