extension EffectTable.StateMachine {
  /// Takes out the runs of each name, and the named programs: running ones, oldest first, then waiting ones.
  mutating func cancel(_ ids: some Sequence<EffectID>, in scope: EffectScope? = nil) -> Changes {
    var changes = Changes()
    for id in ids {
      let id = scope.map { id.scoped(within: $0) } ?? id
      while let key = runs.first(of: id) { takeOut(key, .cancelled, &changes) }
      for key in containers.cancel(id) { takeOut(key, .cancelled, &changes) }
    }
    startDue(&changes)
    return changes
  }

  /// Takes out every run in launch order, or every run in a scope and those nested in it, outer ones first, with the
  /// named programs there; sequences outside named programs continue.
  mutating func cancelAll(in scope: EffectScope? = nil) -> Changes {
    if let scope { return cancel(containers.cancelPrograms(in: scope)) }
    containers.cancelAllPrograms()
    return cancel(runs.keys())
  }

  /// Takes out the runs of an action and of all that it caused.
  ///
  /// Its queued actions are not handled. A `spared` action among what it caused continues, with all that follows.
  mutating func cancelTree(_ node: NodeKey, sparing spared: NodeKey = .none) -> Changes {
    // The runs in a named program belong to the action of its program.
    if containers.hasNamedPrograms { _ = containers.cancelPrograms(of: tree.nodes(below: node, sparing: spared)) }
    return cancel(tree.cancel(node, sparing: spared))
  }

  /// Takes out the runs of a scope and of those nested in it, and ends their programs.
  mutating func cancel(_ scope: EffectScope, dropsAnswers: Bool = false) -> Changes {
    var changes = cancel(containers.cancel(scope))
    changes.dropsAnswers = dropsAnswers
    return changes
  }

  mutating func cancel(_ keys: [RunKey]) -> Changes {
    var changes = Changes()
    for key in keys { takeOut(key, .cancelled, &changes) }
    // After all are out, so that none of them begins for a moment.
    startDue(&changes)
    return changes
  }

  /// Takes a run, unless it was taken out before, out of everything that refers to it.
  mutating func takeOut(_ key: RunKey, _ outcome: EffectOutcome, _ changes: inout Changes) {
    guard let (run, entry) = runs.remove(key) else { return }
    let hasBegun = entry.status == .running
    let cancelled = Cancelled(run: run, key: key, node: entry.node, hasBegun: hasBegun, outcome: outcome)
    changes.cancelled.append(cancelled)
    tree.nodes.unlink(key, from: entry.node)
    if !entry.container.isNone { containers.unlink(key, from: entry.container, isTakenOut: true) }
    if !entry.traits.continuesOnMainActor {
      tree.release(entry.node, isStream: entry.traits.isStream, into: &changes.finished)
    }
  }

  /// Takes out everything, for a store that is deallocated: nothing is admitted from now on.
  mutating func close() -> Changes {
    isClosed = true
    var changes = cancelAll()
    changes.finished += tree.takeAllWaiters()
    return changes
  }

  /// Takes out everything, and ends all programs: nothing is admitted until ``start()``.
  mutating func stop() -> Changes {
    isStopped = true
    tree.cancelAll()
    var changes = cancelAll()
    changes.dropsAnswers = true
    return changes
  }

  mutating func start() { isStopped = false }
}
