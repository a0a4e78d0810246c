extension EffectTable {
  /// Cancels the effects that a selector means; given inside a scope, it means those of the scope.
  package func cancel(_ selector: EffectSelector, in scope: EffectScope? = nil) {
    switch selector.kind {
    case .id(let id):
      cancel([id], in: scope)
    case .ids(let ids):
      cancel(ids, in: scope)
    case .matching(let condition):
      // The condition is a user's code: it is called outside of the lock, once for each name.
      cancel(ids(in: scope).filter(condition), in: scope)
    case .all:
      change { $0.cancelAll(in: scope) }
    case .scope(let inner):
      change { $0.cancel(inner.within(scope)) }
    case .departed(let scopes):
      for departed in scopes {
        change { machine in
          let changes = machine.cancel(departed.within(scope))
          detach(changes)
          return changes
        }
      }
    case .marked(let mark):
      mark.cancel()
    }
  }

  private func cancel(_ ids: some Collection<EffectID> & Sendable, in scope: EffectScope?) {
    change { machine in machine.cancel(ids.map { id in scope.map { id.scoped(within: $0) } ?? id }) }
  }

  /// The names in use, as they are seen from a scope.
  private func ids(in scope: EffectScope?) -> Set<EffectID> {
    guard let scope else { return withMachine { $0.ids } }
    let (runs, groups) = withMachine { ($0.runs(in: scope), $0.programs.ids(in: scope)) }
    return Set(runs.compactMap { $0.id(seenFrom: scope) } + groups)
  }

  package func cancelTree(_ node: SlotKey) {
    change { $0.cancelTree(node) }
    cancelHandlerIfDue()
  }

  /// Cancels everything, and has nothing start until ``start()``.
  func stop() {
    change { machine in
      let changes = machine.stop()
      detach(changes)
      return changes
    }
    cancelHandlerIfDue()
  }

  /// Lets effects start again.
  func start() {
    withMachine { $0.start() }
  }

  /// Notes that nobody is there to get an answer to the cancel of these runs.
  private func detach(_ changes: StateMachine<EffectRun, Waiter>.Changes) {
    for cancelled in changes.cancelled {
      cancelled.run.life.detach()
    }
  }
}
