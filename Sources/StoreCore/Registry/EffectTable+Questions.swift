import Synchronization

extension EffectTable {
  package func isRunning(_ id: EffectID) -> Bool {
    withMachine { $0.runs.isRunning(id) || $0.groups.contains(id) }
  }

  package var runningCount: Int {
    withMachine { $0.runs.count }
  }

  package var runningEffects: [EffectInfo] {
    withMachine { $0.runs.runs }.map(\.info)
  }

  package var waitingEffects: [EffectInfo] {
    withMachine { $0.runs.waitingRuns }.map(\.info)
  }

  package var drainingEffects: [EffectInfo] {
    withMachine { $0.runs.drainingRuns }.map(\.info).sorted { $0.token < $1.token }
  }

  /// What a node is waited for, besides its action: its effects, and those that they caused; `nil` where it has settled.
  func unsettledEffects(of node: SlotKey) -> [EffectInfo]? {
    let runs: [any AnyEffectRun]? = withMachine { machine in
      let scope = [CausalTree<Waiter>.Scope.tree, .own].first { !machine.tree.isSettled(node, scope: $0) }
      return scope.map { scope in machine.tree.runs(of: node, scope: scope).compactMap { machine.runs.run($0) } }
    }
    return runs?.map(\.info)
  }

  /// The number of nodes of the causal tree, for tests of its bounds.
  package var nodeCount: Int {
    withMachine { $0.tree.count }
  }

  /// The number of actions that wait for their turn or hold the store, for tests of its bounds.
  package var gatedCount: Int {
    blockedWaits.withLock { $0.map { $0.queued.count + $0.blocking.count } ?? 0 }
  }

  /// The number of throttles' intervals that are waited for, for tests of its bounds.
  package var timerCount: Int { timers.count }

  /// Whether every running effect waits, for an element of its stream or until the others are quiet; and how many jobs
  /// of their pumps came so far.
  package func quiescence() -> (isQuiet: Bool, pumpJobs: Int) {
    let settling = settlingCount.load(ordering: .sequentiallyConsistent)
    let candidates: [any AnyEffectRun]? = withMachine { machine in
      // Most of the time something else runs: then nobody looks at each run.
      // Those that queue do nothing by themselves.
      let active = machine.runs.count - machine.runs.queuedCount - machine.runs.streamCount
      return active <= settling ? machine.runs.unqueuedRuns : nil
    }
    guard let runs = candidates else { return (false, 0) }
    return (runs.allSatisfy(\.isWaiting), runs.reduce(0) { $0 &+ $1.pumpJobCount })
  }
}
