/// Which of a store's effects are meant: one name, several, those that satisfy a condition, or all.
///
/// ```swift
/// store.cancel(.ids(["search", "suggest"]))
/// ```
///
/// A name stands for every run that has it. Effects without a name are reached by ``all`` alone.
public struct EffectSelector: Sendable {
  package enum Kind: Sendable {
    case id(EffectID)
    case ids([EffectID])
    case matching(@Sendable (EffectID) -> Bool)
    case all
  }

  package let kind: Kind

  /// The effects with this name.
  public static func id(_ id: EffectID) -> EffectSelector {
    EffectSelector(kind: .id(id))
  }

  /// The effects with this name, given as the value that the name was made from.
  @_disfavoredOverload
  public static func id(_ id: some Hashable & Sendable) -> EffectSelector {
    EffectSelector(kind: .id(EffectID(id)))
  }

  /// The effects that have one of these names.
  public static func ids(_ ids: [EffectID]) -> EffectSelector {
    EffectSelector(kind: .ids(ids))
  }

  /// The effects whose name satisfies a condition.
  ///
  /// The condition is called for each name in use, outside of the runtime's locks: it may call back into the
  /// store. The names that satisfy it are cancelled after all were asked.
  public static func matching(_ condition: @escaping @Sendable (EffectID) -> Bool) -> EffectSelector {
    EffectSelector(kind: .matching(condition))
  }

  /// Every effect of the store, with or without a name.
  public static var all: EffectSelector { EffectSelector(kind: .all) }
}
