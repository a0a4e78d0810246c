extension EffectTable {
  /// Cancels the effects that a selector means; given inside a scope, it means those of the scope.
  ///
  /// What a mark selects spares the action of the node that cancels it, and what follows from that.
  package func cancel(_ selector: EffectSelector, in scope: EffectScope? = nil, by node: NodeKey = .none) {
    switch selector.kind {
    case .ids(let ids): cancel(ids, in: scope)
    case .matching(let condition):
      // The condition is a user's code: it is called outside of the lock, once for each name.
      cancel(ids(in: scope).filter(condition), in: scope)
    case .all: change { $0.cancelAll(in: scope) }
    case .scope(let inner): change { $0.cancel(inner.within(scope)) }
    case .departed(let scopes):
      for departed in scopes {
        change(detaching: true) { $0.cancel(departed.within(scope)) }
      }
    case .marked(let mark): mark.cancel(sparing: node, in: self)
    }
  }

  private func cancel(_ ids: some Collection<EffectID> & Sendable, in scope: EffectScope?) {
    change { machine in machine.cancel(ids.map { id in scope.map { id.scoped(within: $0) } ?? id }) }
  }

  /// The names in use, as they are seen from a scope.
  private func ids(in scope: EffectScope?) -> Set<EffectID> {
    guard let scope else { return withMachine { $0.ids } }
    let (runs, groups) = withMachine { ($0.runs(in: scope), $0.containers.ids(in: scope)) }
    return Set(runs.compactMap { $0.id?.seen(from: scope) } + groups).filter { !$0.isOwner }
  }

  package func cancelTree(_ node: NodeKey, sparing spared: NodeKey = .none) {
    change { $0.cancelTree(node, sparing: spared) }
    cancelHandlerIfDue()
  }

  /// Cancels everything, and has nothing start until ``start()``.
  func stop() {
    change(detaching: true) { $0.stop() }
    cancelHandlerIfDue()
  }

  func start() { withMachine { $0.start() } }

  // MARK: Decisions, which cancel, replace and begin

  /// Takes a decision and carries it out; `isDetaching` tells that nobody is there to get an answer to a cancel.
  func change(detaching isDetaching: Bool = false, _ decide: (inout Machine) -> Machine.Changes) {
    let changes = withMachine { machine in
      let changes = decide(&machine)
      if isDetaching {
        for cancelled in changes.cancelled { cancelled.run.state.withLock { $0.answerIsDropped = true } }
      }
      note(changes)
      return changes
    }
    carryOut(changes)
  }

  /// Notes a decision under the lock: leaves its events, and marks what it took out as cancelled.
  func note(_ changes: Machine.Changes) {
    // The events first: a task that ends meanwhile tells that it has drained.
    for cancelled in changes.cancelled {
      hub.leave(.effectEnded(cancelled.run.info, cancelled.outcome), cause: cancelled.run.cause)
    }
    for run in changes.started { hub.leave(.effectStarted(run.info), cause: run.cause) }
    guard !changes.cancelled.isEmpty else { return }
    // First, so that a task that finds itself cancelled finds itself here.
    draining.withLock { draining in
      for cancelled in changes.cancelled where cancelled.hasBegun { draining[cancelled.run.token] = cancelled.run }
    }
    for cancelled in changes.cancelled { cancelled.run.noteCancel() }
  }

  func carryOut(_ changes: Machine.Changes) {
    // Outside of the lock: cancellation handlers are users' code and may call back.
    for cancelled in changes.cancelled { cancel(cancelled.run) }
    for run in changes.started { run.begin() }
    finish(changes.finished)
    // Last: an observer may send, and what was cancelled is to be so then.
    hub.flush()
    for run in changes.beforeTurn {
      report(.policyOfWaitCycle, name: run.id, at: run.source.location.known)
    }
  }

  private func cancel(_ run: EffectRun) {
    run.cancel()
    letGoIfEnded(run)
    // Nothing may be on its way to the store: who settles looks again.
    run.mailbox.tellWatcher()
  }

  func finish(_ waiters: [Waiter]) {
    for waiter in waiters { waiter.finish() }
  }
}
