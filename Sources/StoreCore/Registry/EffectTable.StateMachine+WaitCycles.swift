extension EffectTable.StateMachine {
  /// A wait of one task of a run.
  struct Wait {
    let waiter: Waiter
    let node: NodeKey
    let scope: Scope
  }

  /// The number of runs with tasks that wait, for tests of its bounds.
  var waitingRunCount: Int { waits.count }

  /// Adds a waiter; `false` if there is nothing to wait for, or a run would wait for itself, even through other runs.
  mutating func addWaiter(_ waiter: Waiter, to node: NodeKey, scope: Scope, run: RunKey?) -> Bool {
    guard !isClosed, !tree.isSettled(node, scope: scope) else { return false }
    if let run {
      let wait = Wait(waiter: waiter, node: node, scope: scope)
      waits[run, default: []].append(wait)
      // If the runs that it waits for continue by themselves, as most do, there is no search for a cycle.
      guard waitedFor(by: wait).allSatisfy(goesOn) || !stuckRuns(from: run).contains(run) else {
        removeWait(of: waiter, from: run)
        return false
      }
    }
    tree.addWaiter(waiter, to: node, scope: scope)
    return true
  }

  /// Removes a waiter that was resumed or gave up.
  mutating func remove(_ waiter: Waiter, from node: NodeKey, run: RunKey?) {
    tree.remove(waiter, from: node)
    if let run { removeWait(of: waiter, from: run) }
  }

  /// Whether a run neither waits nor queues.
  private func goesOn(_ run: RunKey) -> Bool {
    waits[run] == nil && runs[run]?.status.isQueued != true
  }

  private mutating func removeWait(of waiter: Waiter, from run: RunKey) {
    // The last one if it was refused, otherwise mostly the first one.
    if waits[run]?.last?.waiter == waiter {
      waits[run]?.removeLast()
    } else if let index = waits[run]?.firstIndex(where: { $0.waiter == waiter }) {
      waits[run]?.remove(at: index)
    }
    if waits[run]?.isEmpty == true { waits[run] = nil }
  }

  /// Ends waits for a run that itself waits for the waiting effects to end, so that the run gets its turn.
  ///
  /// Returns `true` if the run begins before its turn, as it would still wait for the end of a program around it.
  mutating func breakWaitCycle(of key: RunKey, _ run: Run, _ changes: inout Changes) -> Bool {
    // If the runs in front of it continue by themselves, there is no search for a cycle.
    guard let id = runs.queue(of: key), !blockers(of: id).joined().allSatisfy(goesOn) else { return false }
    let stuck = stuckRuns(from: key)
    guard stuck.contains(key) else { return false }
    for blocker in blockers(of: id).joined() where stuck.contains(blocker) {
      for wait in waits[blocker] ?? [] where waitedFor(by: wait).contains(where: stuck.contains) {
        remove(wait.waiter, from: wait.node, run: blocker)
        changes.finished.append(wait.waiter)
      }
    }
    guard stuckRuns(from: key).contains(key) else { return false }
    runs.change(key, to: .running)
    changes.beforeTurn.append(run)
    return true
  }

  /// The runs of a name that hold back the queued ones, and the programs of the name, each as the runs in it.
  func blockers(of id: EffectID) -> [[RunKey]] {
    runs.running(of: id).map { [$0] } + containers.runs(of: id)
  }

  /// The runs that a wait waits for.
  private func waitedFor(by wait: Wait) -> [RunKey] { waitedFor(wait.node, wait.scope) }

  func waitedFor(_ node: NodeKey, _ scope: Scope) -> [RunKey] {
    tree.runs(of: node, scope: scope).filter { scope == .own || runs[$0]?.traits.isInTree != false }
  }

  /// The runs that have to end before a wait for a node is over: those that it waits for, and those behind which these
  /// queue, each with its status; `nil` if one of them is about to begin.
  func runs(holding node: NodeKey, _ scope: Scope) -> [(run: Run, status: RunStatus)]? {
    var found = waitedFor(node, scope)
    var seen = Set(found)
    var index = 0
    while index < found.count {
      if let id = runs.queue(of: found[index]) {
        let blockers = blockers(of: id).joined()
        guard !blockers.isEmpty else { return nil }
        found += blockers.filter { seen.insert($0).inserted }
      }
      index += 1
    }
    return found.compactMap { key in
      guard let run = runs.run(of: key), let entry = runs[key] else { return nil }
      return (run, entry.status)
    }
  }

  /// The runs that never continue, because they wait for each other, among `start` and those that it waits for.
  ///
  /// A run continues when all that it waits for have ended; a queued one, when enough running ones of its name have.
  ///
  /// - Complexity: O(what they wait for) for each round that finds a run that continues. A chain of waits is one round.
  private func stuckRuns(from start: RunKey) -> Set<RunKey> {
    var awaited: [RunKey: [RunKey]] = [:]
    var queues: [EffectID: (blockers: [[RunKey]], tolerances: [RunKey: Int])] = [:]
    var found = [start]
    var seen: Set<RunKey> = [start]
    var index = 0
    while index < found.count {
      let key = found[index]
      index += 1
      awaited[key] = waits[key]?.flatMap { waitedFor(by: $0) }
      var ahead = awaited[key] ?? []
      // Once for each name, and not for each queued run: the same runs block all of them.
      if let id = runs.queue(of: key), queues[id] == nil {
        let blockers = blockers(of: id)
        queues[id] = (blockers, runs.tolerances(of: id))
        ahead += blockers.joined()
      }
      found += ahead.filter { seen.insert($0).inserted }
    }
    var stuck = Set(found.filter { !goesOn($0) })
    // Runs that can continue are taken out until there are none; first those found last, as others wait for them.
    while true {
      let countBefore = stuck.count
      let held = queues.mapValues { queue in queue.blockers.count { $0.contains(where: stuck.contains) } }
      for key in found.reversed() where stuck.contains(key) {
        guard awaited[key]?.contains(where: stuck.contains) != true else { continue }
        if let id = runs.queue(of: key), let blockers = held[id], blockers > queues[id]?.tolerances[key] ?? 0 {
          continue
        }
        stuck.remove(key)
      }
      if stuck.count == countBefore { return stuck }
    }
  }
}
