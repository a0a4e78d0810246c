extension EffectTable {
  /// Cancels the effects that a selector selects; given inside a scope, it applies to those of the scope.
  package func cancel(_ selector: EffectSelector, in scope: EffectScope? = nil) {
    cancel(selector, in: scope, by: self.caller())
  }

  /// Cancels the effects that a selector selects; given inside a scope, it applies to those of the scope.
  ///
  /// A mark spares the action of the node that makes the cancel, and what follows from that action.
  func cancel(
    _ selector: EffectSelector,
    in scope: EffectScope?,
    by caller: @autoclosure () -> Caller,
    node: NodeKey = .none
  ) {
    func cancel(_ decide: (inout Machine) -> Machine.Changes) {
      change(by: EffectEnder(selector.way(in: scope), by: caller()), decide)
    }

    switch selector.kind {
    case .id(let id): cancel { $0.cancel(CollectionOfOne(id), in: scope) }
    case .ids(let ids): cancel { $0.cancel(ids, in: scope) }
    case .matching(let condition):
      // The condition is user code: it is called outside the lock, once for each name.
      let ids = withMachine { $0.ids(in: scope) }.filter(condition)
      cancel { $0.cancel(ids, in: scope) }
    case .all: cancel { $0.cancelAll(in: scope) }
    case .scope(let inner): cancel { $0.cancel(inner.within(scope)) }
    case .departed(let scopes):
      for departed in scopes { cancel { $0.cancel(departed.within(scope), dropsAnswers: true) } }
    case .marked(let mark): mark.cancel(sparing: node, in: self, by: caller())
    }
  }

  func cancelTree(
    _ node: NodeKey,
    sparing spared: NodeKey = .none,
    by ender: @autoclosure () -> EffectEnder
  ) {
    change(by: ender()) { $0.cancelTree(node, sparing: spared) }
    finishWaitersOfQueued(below: node, sparing: spared)
    cancelHandlerIfDue()
  }

  /// Cancels everything, and lets nothing start until ``start()``.
  func stop(as way: EffectEnder.Way, by caller: @autoclosure () -> Caller) {
    change(by: EffectEnder(way, by: caller())) { $0.stop() }
    finishWaitersOfQueued()
    cancelHandlerIfDue()
  }

  func start() { withMachine { $0.start() } }
}
