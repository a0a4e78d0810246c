/// A name within a scope.
final class ScopedEffectID: Hashable, Sendable {
  let scope: EffectScope
  /// The name as it was given inside the scope, which is itself not scoped.
  let id: EffectID

  init(scope: EffectScope, id: EffectID) {
    self.scope = scope
    self.id = id
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(scope)
    hasher.combine(id)
  }

  static func == (lhs: ScopedEffectID, rhs: ScopedEffectID) -> Bool {
    lhs === rhs || (lhs.id == rhs.id && lhs.scope == rhs.scope)
  }
}
