import Synchronization

extension EffectTable {
  /// Notes that there may be scopes with effects.
  func noteScope(of run: EffectRunCore) {
    guard run.scope != nil else { return }
    mayHaveScopes.store(true, ordering: .relaxed)
  }

  /// Registers a composite program in a scope.
  func begin(in scope: EffectScope) -> SlotKey {
    mayHaveScopes.store(true, ordering: .relaxed)
    return withMachine { $0.scopes.begin(in: scope) }
  }

  func isCurrent(_ program: SlotKey) -> Bool {
    withMachine { $0.scopes.isCurrent(program) }
  }

  func end(_ program: SlotKey) {
    withMachine { $0.scopes.end(program) }
  }

  /// Whether there may be scopes with effects or unfinished programs; it is one load.
  @usableFromInline
  package var hasScopes: Bool {
    mayHaveScopes.load(ordering: .relaxed)
  }

  /// The scopes that have effects or unfinished programs of their own, in no particular order.
  @MainActor
  package var scopes: [EffectScope] {
    guard hasScopes else { return [] }
    let scopes = withMachine { $0.scopes.scopes }
    if scopes.isEmpty {
      // On the main actor, where alone they come to be: none came meanwhile.
      mayHaveScopes.store(false, ordering: .relaxed)
    }
    return scopes
  }
}
