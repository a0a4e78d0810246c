extension EffectTable {
  /// Cancels the effects that a selector selects; given inside a scope, it applies to those of the scope.
  ///
  /// A mark spares the action of the node that makes the cancel, and what follows from that action.
  package func cancel(_ selector: EffectSelector, in scope: EffectScope? = nil, by node: NodeKey = .none) {
    switch selector.kind {
    case .id(let id): change { $0.cancel(CollectionOfOne(id), in: scope) }
    case .ids(let ids): change { $0.cancel(ids, in: scope) }
    case .matching(let condition):
      // The condition is user code: it is called outside the lock, once for each name.
      let ids = withMachine { $0.ids(in: scope) }.filter(condition)
      change { $0.cancel(ids, in: scope) }
    case .all: change { $0.cancelAll(in: scope) }
    case .scope(let inner): change { $0.cancel(inner.within(scope)) }
    case .departed(let scopes):
      for departed in scopes { change { $0.cancel(departed.within(scope), dropsAnswers: true) } }
    case .marked(let mark): mark.cancel(sparing: node, in: self)
    }
  }

  package func cancelTree(_ node: NodeKey, sparing spared: NodeKey = .none) {
    change { $0.cancelTree(node, sparing: spared) }
    finishWaitersOfQueued(below: node, sparing: spared)
    cancelHandlerIfDue()
  }

  /// Cancels everything, and lets nothing start until ``start()``.
  func stop() {
    change { $0.stop() }
    finishWaitersOfQueued()
    cancelHandlerIfDue()
  }

  func start() { withMachine { $0.start() } }
}
