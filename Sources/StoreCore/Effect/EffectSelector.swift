/// A choice among a store's effects: one name, several, those that satisfy a condition, or all.
///
/// ```swift
/// store.cancel(.ids(["search", "suggest"]))
/// ```
///
/// A name selects every run that has it. Effects without a name are selected by ``all``, by their scope and by a mark.
/// In a program that was moved into a scope a selector applies to that scope; see ``EffectProgram/scoped(to:)``.
public struct EffectSelector: Sendable {
  package enum Kind: Sendable {
    case id(EffectID)
    case ids([EffectID])
    case matching(@Sendable (EffectID) -> Bool)
    case all
    case scope(EffectScope)
    /// The scopes of children that have left the state.
    case departed([EffectScope])
    case marked(EffectMark)
  }

  package let kind: Kind

  /// The effects with this name.
  public static func id(_ id: EffectID) -> EffectSelector {
    EffectSelector(kind: .id(id))
  }

  /// The effects with this name, given as the value that the name was made from.
  @_disfavoredOverload
  public static func id(_ id: some Hashable & Sendable) -> EffectSelector {
    .id(EffectID(id))
  }

  /// The effects with a name that was made from the array itself.
  @available(*, deprecated, message: "An array is one name: use 'ids(_:)'.")
  @_disfavoredOverload
  public static func id<ID: Hashable & Sendable>(_ id: [ID]) -> EffectSelector {
    .id(EffectID(id))
  }

  /// The effects with a name that was made from the scope itself.
  @available(*, deprecated, message: "A scope is no name: use 'scope(_:)'.")
  @_disfavoredOverload
  public static func id(_ id: EffectScope) -> EffectSelector {
    .id(EffectID(id))
  }

  /// The effects that have one of these names.
  public static func ids(_ ids: [EffectID]) -> EffectSelector {
    EffectSelector(kind: .ids(ids))
  }

  /// The effects whose name satisfies a condition.
  ///
  /// The condition is called for each name in use, outside the runtime's locks: it may call back into the store. The
  /// effects are cancelled after it has been called for all names.
  public static func matching(_ condition: @escaping @Sendable (EffectID) -> Bool) -> EffectSelector {
    EffectSelector(kind: .matching(condition))
  }

  /// Every effect of the store, with or without a name, including those in scopes.
  ///
  /// In a program that was moved into a scope: every effect of that scope and of those nested in it. A program that has
  /// a name as a whole ends, even if the cancel is part of it; the sequences of other programs go on.
  public static var all: EffectSelector { EffectSelector(kind: .all) }

  /// Every effect of a scope and of those nested in it, with or without a name.
  ///
  /// The programs that were moved into the scope end too: unlike with ``all``, members that have not started never do.
  public static func scope(_ scope: EffectScope) -> EffectSelector {
    EffectSelector(kind: .scope(scope))
  }

  /// Every effect of a scope and of those nested in it, given as the value that the scope was made from.
  @_disfavoredOverload
  public static func scope(_ scope: some Hashable & Sendable) -> EffectSelector {
    EffectSelector(kind: .scope(EffectScope(scope)))
  }

  /// Every effect that was caused by actions with a mark, wherever it is; actions that these effects have sent and that
  /// still wait for their turn are dropped too.
  public static func marked(by mark: EffectMark) -> EffectSelector {
    EffectSelector(kind: .marked(mark))
  }

  /// Every effect of scopes whose children have left the state, and of the scopes nested in them.
  ///
  /// As with ``scope(_:)-(EffectScope)`` their programs end too. The actions that ``EffectProgram/onCancel(_:)``
  /// returns are dropped: there is no child to handle them. It is for an engine whose handler determines which children
  /// have left; see ``ScopedEffects``.
  public static func departed(_ scopes: [EffectScope]) -> EffectSelector {
    EffectSelector(kind: .departed(scopes))
  }
}
