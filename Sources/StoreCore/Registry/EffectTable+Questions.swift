import Synchronization

extension EffectTable {
  // MARK: Runs

  package func isRunning(_ id: EffectID) -> Bool {
    withMachine { $0.runs.contains(id) || $0.containers.contains(id) }
  }

  package var runningCount: Int { withMachine { $0.runs.count } }

  /// The running and waiting effects that satisfy a condition, in the order of their launches; in a scope, those of it
  /// and of scopes nested in it, under their names there.
  package func liveEffects(
    in scope: EffectScope? = nil,
    where condition: @Sendable (RunStatus) -> Bool = { _ in true }
  ) -> [EffectInfo] {
    withMachine { $0.runs(in: scope, where: condition) }.map { $0.info.seen(from: scope) }
  }

  /// The effects that were cancelled and have not ended.
  package func drainingEffects(in scope: EffectScope? = nil) -> [EffectInfo] {
    drainingRuns(in: scope).map { $0.info.seen(from: scope) }
  }

  func drainingRuns(in scope: EffectScope?) -> [EffectRun] {
    drainingRuns.filter { run in scope.map { run.scope.map($0.contains) ?? false } ?? true }
  }

  /// The cancelled runs whose tasks have not ended, in the order of their launches.
  var drainingRuns: [EffectRun] { draining.withLock(\.values).sorted { $0.token < $1.token } }

  var hasTasks: Bool {
    // In this order: a run that is cancelled in between is found.
    runningCount > 0 || draining.withLock { $0.count > 0 }
  }

  /// Whether every running effect waits for an element of its stream or, as seen from an effect, until the others are
  /// quiet; and the number of jobs of their pumps so far.
  package func quiescence(fromEffect isFromEffect: Bool) -> (isQuiet: Bool, pumpJobs: Int) {
    let settling = settling.withLock { $0 }
    let candidates: [EffectRun]? = withMachine { machine in
      // Mostly something else runs: then the runs are not checked one by one. Queued ones do nothing by themselves.
      machine.runs.activeCount <= settling.count ? machine.runs.runs { !$0.isQueued } : nil
    }
    guard let runs = candidates else { return (false, 0) }
    return (
      runs.allSatisfy { isFromEffect && settling[$0.token] != nil || $0.buffer?.isWaitingForElement == true },
      runs.reduce(0) { $0 &+ ($1.buffer?.pump.jobCount ?? 0) }
    )
  }

  // MARK: Waiting

  /// Whether all that the stores of the executor do is to sleep on test clocks, so that nothing comes from them before
  /// one is moved; `false` without an executor that sees what runs.
  package var onlySleeps: Bool { effectExecutor?.activity.onlySleeps ?? false }

  /// The effects that a node still waits for besides its action, and those that they caused; `nil` if it has settled.
  func unsettledEffects(of node: NodeKey) -> [EffectInfo]? {
    let runs: [EffectRun]? = withMachine { machine in
      let scope = [ActionTree<Waiter>.Scope.tree, .own].first { !machine.tree.isSettled(node, scope: $0) }
      return scope.map { scope in machine.tree.runs(of: node, scope: scope).compactMap(machine.runs.run) }
    }
    return runs?.map(\.info)
  }

  func isSettled(_ node: NodeKey, scope: ActionTree<Waiter>.Scope) -> Bool {
    withMachine { $0.isClosed || $0.tree.isSettled(node, scope: scope) }
  }

  /// Whether a node has settled, or was cancelled and no handler of it is suspended.
  func isFinished(_ node: NodeKey) -> Bool {
    let (isSettled, isCancelled) = withMachine { machine in
      (machine.isClosed || machine.tree.isSettled(node, scope: .own), machine.tree.isCancelled(node))
    }
    return isSettled || (isCancelled && !isHandling(node))
  }

  // MARK: Scopes

  /// Whether there may be scopes with effects or unfinished programs; it is one load.
  package var hasScopes: Bool { mayHaveScopes.load(ordering: .relaxed) }

  /// Whether no scope has effects or unfinished programs.
  @MainActor
  package var hasNoScopes: Bool {
    guard hasScopes else { return true }
    guard withMachine({ !$0.containers.hasScopes }) else { return false }
    // Scopes are added only on the main actor: none was added meanwhile.
    mayHaveScopes.store(false, ordering: .relaxed)
    return true
  }

  /// The scopes that have effects or unfinished programs of their own, in no particular order.
  @MainActor
  package var scopes: [EffectScope] { hasNoScopes ? [] : withMachine { $0.containers.scopes } }

  // MARK: Bounds

  /// The number of nodes of the tree of actions, for tests of its bounds.
  package var nodeCount: Int { withMachine { $0.tree.count } }

  /// The number of actions that wait for their turn or hold the store, for tests of its bounds.
  package var gatedCount: Int {
    handlerWaits.withLock { $0.map { $0.queued.count + $0.blocking.count } ?? 0 }
  }

  /// The number of throttle intervals in progress, for tests of its bounds.
  package var timerCount: Int { withMachine { $0.windows.count } }
}
