import Synchronization

extension EffectTable {
  /// Notes that there may be scopes with effects.
  func noteScope(of run: any AnyEffectRun) {
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

  /// Whether no scope has effects or unfinished programs.
  @MainActor
  @usableFromInline
  package var hasNoScopes: Bool {
    guard hasScopes else { return true }
    guard withMachine({ $0.scopes.isEmpty }) else { return false }
    // On the main actor, where alone they come to be: none came meanwhile.
    mayHaveScopes.store(false, ordering: .relaxed)
    return true
  }

  /// Whether a scope, or one nested in it, has effects or unfinished programs.
  func hasScope(_ scope: EffectScope) -> Bool {
    withMachine { $0.scopes.contains(scope) }
  }

  /// The scopes with effects or unfinished programs of their own that are one of these or nested in one.
  func scopes(in roots: [EffectScope]) -> [EffectScope] {
    withMachine { $0.scopes.scopes(in: roots) }
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
