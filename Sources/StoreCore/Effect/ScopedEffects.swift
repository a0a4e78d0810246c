/// The scopes of a store that have effects, for an engine that determines itself which children have left.
///
/// A scope has effects while effects are running or waiting in it, or a composite program in it has not ended; so has
/// the scope around it. A handler gets this value from its runtime and may keep it.
@MainActor
public struct ScopedEffects {
  let table: EffectTable

  /// Whether no scope has effects.
  ///
  /// - Complexity: one load, if no scope has had effects since the last call.
  public var isEmpty: Bool { table.hasNoScopes }

  /// Whether a scope, or one nested in it, has effects.
  ///
  /// - Complexity: O(1), apart from comparing the scope.
  public func contains(_ scope: EffectScope) -> Bool {
    table.withMachine { $0.containers.contains(scope) }
  }

  /// The scopes with effects of their own that are one of `roots` or nested in one, each once, in no particular order.
  ///
  /// - Complexity: O(`roots` and scopes nested in them).
  public func scopes(in roots: [EffectScope]) -> [EffectScope] {
    table.withMachine { $0.containers.scopes(in: roots) }
  }
}
