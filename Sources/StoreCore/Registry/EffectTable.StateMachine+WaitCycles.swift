extension EffectTable.StateMachine {
  /// A wait of one task of a run.
  struct Wait {
    let waiter: Waiter
    let node: SlotKey
    let scope: Scope
  }

  /// The number of runs with tasks that wait, for tests of its bounds.
  package var waitingRunCount: Int { waits.count }

  /// Adds a waiter, unless there is nothing to wait for.
  ///
  /// A run that would wait for itself, directly or through others that wait in turn, does not wait.
  ///
  /// - Returns: whether the waiter has to wait.
  package mutating func addWaiter(_ waiter: Waiter, to node: SlotKey, scope: Scope, run: SlotKey?) -> Bool {
    guard !isClosed, !tree.isSettled(node, scope: scope) else { return false }
    if let run {
      let wait = Wait(waiter: waiter, node: node, scope: scope)
      waits[run, default: []].append(wait)
      // Where those that it waits for go on by themselves, as most do, nobody looks at all that the run waits for.
      guard waitedFor(by: wait).allSatisfy(goesOn) || !stuckRuns(from: run).contains(run) else {
        waits[run]?.removeLast()
        forgetEmptyWaits(of: run)
        return false
      }
    }
    tree.addWaiter(waiter, to: node, scope: scope)
    return true
  }

  /// Takes back a waiter that was resumed or gave up.
  package mutating func removeWaiter(
    from node: SlotKey,
    scope: Scope,
    run: SlotKey?,
    where condition: (Waiter) -> Bool
  ) {
    tree.removeWaiter(of: node, where: condition)
    guard let run, let index = waits[run]?.firstIndex(where: { condition($0.waiter) }) else { return }
    waits[run]?.remove(at: index)
    forgetEmptyWaits(of: run)
  }

  /// Whether a run neither waits nor queues.
  private func goesOn(_ run: SlotKey) -> Bool {
    waits[run] == nil && runs[run]?.status.isQueued != true
  }

  private mutating func forgetEmptyWaits(of run: SlotKey) {
    if waits[run]?.isEmpty == true {
      waits[run] = nil
    }
  }

  /// Ends the waits for a run that waits for the end of the waiting effects, so that it gets its turn.
  ///
  /// One that would still wait for the end of a program that it is part of begins before its turn.
  ///
  /// - Returns: whether it begins.
  mutating func breakWaitCycle(of key: SlotKey, into finished: inout [Waiter]) -> Bool {
    guard let entry = runs[key], !waits.isEmpty || programs.hasPlace(around: entry.program) else { return false }
    let stuck = stuckRuns(from: key)
    guard stuck.contains(key), let blockers = blockers(of: key) else { return false }
    for blocker in blockers.running.joined() where stuck.contains(blocker) {
      for wait in waits[blocker] ?? [] where waitedFor(by: wait).contains(where: stuck.contains) {
        removeWaiter(from: wait.node, scope: wait.scope, run: blocker) { $0 == wait.waiter }
        finished.append(wait.waiter)
      }
    }
    guard stuckRuns(from: key).contains(key) else { return false }
    runs.change(key, to: .running)
    return true
  }

  /// The runs of its name that hold back a queued run, and the programs of that name, each by the runs in it.
  private func blockers(of key: SlotKey) -> (running: [[SlotKey]], tolerance: Int)? {
    guard let id = runs[key]?.id, let blockers = runs.blockers(of: key) else { return nil }
    return (blockers.running.map { [$0] } + programs.runs(of: id), blockers.tolerance)
  }

  /// The runs that a wait waits for.
  ///
  /// A tree does not wait for the streams in it.
  private func waitedFor(by wait: Wait) -> [SlotKey] {
    tree.runs(of: wait.node, scope: wait.scope)
      .filter { wait.scope == .own || runs[$0]?.traits.isStream != true }
  }

  /// The runs that never go on, because they wait for each other, among those that `start` waits for.
  ///
  /// A run goes on when all that it waits for end; a queued one, when enough of the running ones of its name do.
  private func stuckRuns(from start: SlotKey) -> Set<SlotKey> {
    var waiting: [SlotKey: (all: [SlotKey], some: [[SlotKey]], tolerance: Int)] = [:]
    var seen: Set<SlotKey> = [start]
    var open = [start]
    while let key = open.popLast() {
      let all = waits[key]?.flatMap { waitedFor(by: $0) } ?? []
      let blockers = blockers(of: key)
      guard !all.isEmpty || blockers != nil else { continue }
      waiting[key] = (all, blockers?.running ?? [], blockers?.tolerance ?? 0)
      open += (all + (blockers?.running ?? []).joined()).filter { seen.insert($0).inserted }
    }
    // Whoever can go on is taken out, until nobody is left who can.
    while let free = waiting.first(where: { _, needs in
      needs.all.allSatisfy { waiting[$0] == nil }
        && needs.some.count { $0.contains { waiting[$0] != nil } } <= needs.tolerance
    }) {
      waiting[free.key] = nil
    }
    return Set(waiting.keys)
  }
}
