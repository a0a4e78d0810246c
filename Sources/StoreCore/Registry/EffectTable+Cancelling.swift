extension EffectTable {
  @usableFromInline
  package func cancel(_ selector: EffectSelector) {
    switch selector.kind {
    case .id(let id):
      change(.cancelled) { $0.cancel(id) }
    case .ids(let ids):
      change(.cancelled) { $0.cancel(ids) }
    case .matching(let condition):
      // The condition is a user's code: it is called outside of the lock.
      let ids = withMachine { $0.ids }.filter(condition)
      change(.cancelled) { $0.cancel(ids) }
    case .all:
      change(.cancelled) { $0.cancelAll() }
    case .scope(let scope):
      change(.cancelled) { $0.cancel(scope) }
    case .departed(let scopes):
      cancelDeparted(scopes)
    }
  }

  /// Cancels what a selector means that was given inside a scope.
  package func cancel(_ selector: EffectSelector, in scope: EffectScope?) {
    guard let scope else { return cancel(selector) }
    switch selector.kind {
    case .id(let id):
      change(.cancelled) { $0.cancel(id.scoped(within: scope)) }
    case .ids(let ids):
      change(.cancelled) { $0.cancel(ids.map { $0.scoped(within: scope) }) }
    case .matching(let condition):
      // Names as they are seen from the scope, each asked for once; called outside of the lock, as above.
      let (runs, groups) = withMachine { ($0.runs(in: scope), $0.groups.ids(in: scope)) }
      let ids = Set(runs.compactMap { $0.id(seenFrom: scope) } + groups).filter(condition)
      change(.cancelled) { $0.cancel(ids.map { $0.scoped(within: scope) }) }
    case .all:
      change(.cancelled) { $0.cancelAll(in: scope) }
    case .scope(let inner):
      change(.cancelled) { $0.cancel(inner.within(scope)) }
    case .departed(let scopes):
      cancelDeparted(scopes.map { $0.within(scope) })
    }
  }

  /// Cancels the effects of scopes whose children have left the state.
  private func cancelDeparted(_ scopes: [EffectScope]) {
    for scope in scopes {
      change(.cancelled) { machine in
        let changes = machine.cancel(scope)
        orphan(changes)
        return changes
      }
    }
  }

  package func cancelTree(_ node: SlotKey) {
    change(.cancelled) { $0.cancelTree(node) }
    cancelHandlerIfDue()
  }

  /// Cancels everything, and has nothing start until ``start()``.
  func stop() {
    change(.cancelled) { machine in
      let changes = machine.stop()
      orphan(changes)
      return changes
    }
    cancelHandlerIfDue()
  }

  /// Lets effects start again.
  func start() {
    withMachine { $0.start() }
  }

  /// Notes that nobody is there to get an answer to the cancel of these runs.
  private func orphan(_ changes: StateMachine<any AnyEffectRun, Waiter>.Changes) {
    changes.first?.run.life.detach()
    for cancelled in changes.rest {
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
    change(.cancelled) { $0.close() }
    // Those whose cancel is on its way, on another thread or behind the one in whose course the store goes, follow
    // there.
    for run in withMachine({ $0.runs.drainingRuns }) {
      letGoIfEnded(run)
    }
    cancelHandlerIfDue()
    endListeners.end()
  }

  /// Takes out a run that had ended before its cancel, once its store was deallocated: nobody takes its letter any
  /// more, wherever that is.
  func letGoIfEnded(_ run: any AnyEffectRun) {
    guard run.life.hasEndedBeforeCancel else { return }
    let isLetGo = withMachine { machine in
      guard machine.isClosed, machine.runs.isDraining(run.key) else { return false }
      machine.drained(run.key)
      return true
    }
    if isLetGo, hub.isActive {
      hub.tell(.effectDrained(run.info), cause: run.cause)
    }
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
