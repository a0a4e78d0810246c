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

  /// Cancels everything and lets every waiter go.
  ///
  /// Nothing starts from now on.
  package func close() {
    #if DEBUG
    reportRelease()
    #endif
    timers.close()
    change { $0.close() }
    // Those whose cancel is on its way, on another thread or behind the one in whose course the store goes, follow
    // there.
    for run in drainingRuns { letGoIfEnded(run) }
    cancelHandlerIfDue()
    endListeners.end()
  }

  /// Takes out a run that had ended before its cancel, once its store was deallocated: nobody takes its message any
  /// more, wherever that is.
  func letGoIfEnded(_ run: EffectRun) {
    if run.life.hasEndedBeforeCancel, withMachine(\.isClosed) { drained(run) }
  }
}

#if DEBUG
extension EffectTable {
  /// Reports that the store is released in the turn in which it launched its effects, if nobody held it.
  private func reportRelease() {
    guard let location = releaseWatch.noteRelease() else { return }
    let effects = runningEffects.map(\.title)
    guard !effects.isEmpty else { return }
    report(
      .storeReleased(cancelled: effects),
      """
      A store was released in the turn in which it launched \(effects.joined(separator: ", ")): what it launched is \
      cancelled.

      Nothing holds the store any more. Its effects do not hold it either, and end with it.

      Keep the store in a property for as long as it has to work; if its end is meant, cancel its effects before.
      """,
      at: location.known
    )
  }
}
#endif
