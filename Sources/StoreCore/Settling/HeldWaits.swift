/// The search for the waits that sleepers hold up.
struct HeldWaits {
  /// By the effects, handlers and throttles that sleep; those of others are left out.
  private var sleepers: [ObjectIdentifier: [ClockSleeper]] = [:]
  /// By the effects and handlers that wait.
  private var waits: [ObjectIdentifier: [WatchedWait]] = [:]

  /// Finds the waits from outside that cannot end before a clock is moved, each with what it waits for.
  static func all(of waits: [WatchedWait], by sleepers: [ClockSleeper]) -> [WatchedWait] {
    let search = HeldWaits(waits: waits, sleepers: sleepers)
    return waits.filter(\.isOutside).compactMap { wait in
      search.sleepers(holding: wait).map { sleepers in
        var wait = wait
        wait.sleepers = sleepers
        return wait
      }
    }
  }

  private init(waits: [WatchedWait], sleepers: [ClockSleeper]) {
    for sleeper in sleepers {
      if let owner = sleeper.task.owner { self.sleepers[owner, default: []].append(sleeper) }
    }
    for wait in waits {
      if let owner = wait.task.owner { self.waits[owner, default: []].append(wait) }
    }
  }

  /// Whether all effects and handlers of some stores do nothing but sleep, those on which no other waits included.
  static func sleep(in tables: [EffectTable], by sleepers: [ClockSleeper]) -> Bool {
    let search = HeldWaits(waits: [], sleepers: sleepers.filter(\.isAlone))
    return tables.allSatisfy { search.sleeps($0) }
  }

  private func sleeps(_ table: EffectTable) -> Bool {
    let own = sleepers[ObjectIdentifier(table), default: []]
    let (running, held) = table.withMachine { machine in
      (machine.runs.runs { $0 == .running }, machine.runs.runs { if case .held = $0 { true } else { false } })
    }
    let areAsleep =
      running.allSatisfy { $0.phase == .running && sleepers[ObjectIdentifier($0)] != nil }
      && held.allSatisfy { run in own.contains { $0.task.isThrottle(of: run) } }
    let isHandling = table.suspendedAction != nil
    return areAsleep && table.drainingRuns.isEmpty
      && (!isHandling || own.contains(where: \.task.isHandler))
  }

  /// The sleepers before which a wait cannot end; `nil` if it may end without them.
  private func sleepers(holding wait: WatchedWait) -> [ClockSleeper]? {
    var found: [ClockSleeper] = []
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(wait.waiter)]
    var next = [wait]

    /// Notes the sleeps of an effect or a handler, or else its waits; `false` if it does neither.
    func follow(_ owner: AnyObject, where isOwn: (ClockSleeper) -> Bool = { _ in true }) -> Bool {
      let own = sleepers[ObjectIdentifier(owner), default: []].filter(isOwn)
      guard own.isEmpty else {
        found += own
        return true
      }
      let waits = waits[ObjectIdentifier(owner), default: []]
      next += waits.filter { seen.insert(ObjectIdentifier($0.waiter)).inserted }
      return !waits.isEmpty
    }

    while let wait = next.popLast() {
      guard let runs = wait.table.runs(holding: wait.node, wait.scope) else { return nil }
      for (run, status) in runs where seen.insert(ObjectIdentifier(run)).inserted {
        switch status {
        case .queued:
          // Those before it are among the runs.
          break
        case .held:
          guard follow(run.table, where: { $0.task.isThrottle(of: run) }) else { return nil }
        case .running:
          guard run.phase == .running, follow(run) else { return nil }
        }
      }
      if wait.table.suspendedAction != nil {
        // The store handles nothing before it returns.
        guard follow(wait.table, where: \.task.isHandler) else { return nil }
      } else if runs.isEmpty {
        return nil
      }
      guard wait.table.effectExecutor != nil || rest(wait.table) else { return nil }
    }
    return found.isEmpty ? nil : found
  }

  /// Whether each running effect of a store sleeps, waits, or is a stream that waits for an element.
  ///
  /// Of effects in the pool nothing else tells whether they work.
  private func rest(_ table: EffectTable) -> Bool {
    let running = table.withMachine { machine in machine.runs.runs { $0 == .running } }
    return running.allSatisfy { run in
      let key = ObjectIdentifier(run)
      return run.buffer?.isWaitingForElement == true || sleepers[key] != nil || waits[key] != nil
    }
  }
}

extension TaskRole {
  fileprivate var isHandler: Bool { if case .handler(let call) = self { call.isRunning } else { false } }

  fileprivate func isThrottle(of run: EffectRun) -> Bool {
    if case .throttle(let timer) = self { timer.id == run.id } else { false }
  }
}

extension EffectTable {
  /// The runs that have to end before a node has settled, with those behind which they queue.
  ///
  /// In a sequential store they include those for whose ends the node's action waits. It is `nil` if the node has settled,
  /// or one of them is about to begin.
  fileprivate func runs(
    holding node: NodeKey,
    _ scope: ActionTree<Waiter>.Scope
  ) -> [(run: EffectRun, status: RunStatus)]? {
    let blocking = handlerWaits.withLock { $0?.queued[node] == true ? $0?.blocking ?? [] : [] }
    return withMachine { machine in
      guard !machine.isClosed, !machine.tree.isSettled(node, scope: scope) else { return nil }
      var runs: [(run: EffectRun, status: RunStatus)] = []
      for (node, scope) in [(node, scope)] + blocking.map({ ($0, .tree) }) {
        guard let holding = machine.runs(holding: node, scope) else { return nil }
        runs += holding
      }
      return runs
    }
  }
}
