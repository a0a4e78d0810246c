/// A wait for a node, as the watch over waits knows it.
struct WatchedWait: Sendable {
  /// What makes the wait.
  enum Owner: Sendable {
    case effect(EffectRun)
    case handler(HandlerCall)
    /// A test, a view or anything else.
    case outside
  }

  let waiter: Waiter
  let node: NodeKey
  let scope: ActionTree<Waiter>.Scope
  let table: EffectTable
  let owner: Owner
  /// The place of the wait, if it is known.
  let location: CallSite

  /// Describes a wait of the current task.
  init(
    _ waiter: Waiter,
    for node: NodeKey,
    _ scope: ActionTree<Waiter>.Scope,
    of table: EffectTable,
    at location: CallSite
  ) {
    self.waiter = waiter
    self.node = node
    self.scope = scope
    self.table = table
    self.location = location
    owner =
      if let run = CurrentEffect.run {
        .effect(run)
      } else if let call = EffectTable.handlerCall, call.isRunning {
        .handler(call)
      } else {
        .outside
      }
  }

  var isOutside: Bool { if case .outside = owner { true } else { false } }
}

/// A wait from outside that cannot end before a clock is moved.
struct HeldWait: Sendable {
  let wait: WatchedWait
  /// What it waits for, directly or through other waits and queues; not empty.
  let sleepers: [ClockSleeper]

  /// Finds the waits that are held up by sleepers alone.
  static func all(of waits: [WatchedWait], by sleepers: [ClockSleeper]) -> [HeldWait] {
    let finder = Finder(waits: waits, sleepers: sleepers)
    return waits.filter(\.isOutside).compactMap { wait in
      finder.sleepers(holding: wait).map { HeldWait(wait: wait, sleepers: $0) }
    }
  }

  /// The executors that have to be idle, each once or more.
  var executors: [any EffectExecutor] {
    sleepers.map(\.clock.executor) + [wait.table.effectExecutor].compactMap { $0 }
  }

  var limit: Duration { sleepers.map(\.clock.waitLimit).max() ?? .zero }

  // MARK: The report

  func report() {
    let sleepers = sleepers.sorted { ($0.until, $0.since, "\($0)") < ($1.until, $1.since, "\($1)") }
    let lines = sleepers.map { "\($0)" }
    let shown = lines.prefix(ActionChain.reportedCount).enumerated().map { "  \($0.offset + 1). \($0.element)" }
    let rest = lines.count > shown.count ? ["  and \(lines.count - shown.count) more"] : []
    let place = sleepers.lazy.compactMap(\.location).first
    let cure =
      wait.scope == .own && sleepers.contains(where: \.isStream)
      ? "A timer or a poll never ends by itself: wait by 'perform' or 'tree', which leave streams out, or cancel it."
      : "Send without waiting, advance the clock, and check the state after that; or wait in a task of its own, by "
        + "'async let', and advance the clock meanwhile. To wait only until nothing else can run, use 'settle()'."
    wait.table.report(
      .waitForSleepers(lines),
      """
      A wait for the effects of an action was given up: they sleep on a test clock, which nobody advances.

      Nothing else can run. What sleeps, in the order in which it would wake:

      \((shown + rest).joined(separator: "\n"))

      \(cure)
      """,
      at: wait.location.known ?? place
    )
  }
}

extension ClockSleeper {
  /// The place of the send that led to it.
  fileprivate var location: CallSite? {
    switch purpose {
    case .effect(let run): run.origin.location.known
    case .handler(let call): call.location.known
    case .throttle, .other: nil
    }
  }

  fileprivate var isStream: Bool { if case .effect(let run) = purpose { run.traits.isStream } else { false } }
}

/// Follows what a wait waits for.
private struct Finder {
  /// By the effects, handlers and throttles that sleep; those of others are left out.
  private var sleepers: [ObjectIdentifier: [ClockSleeper]] = [:]
  /// By the effects and handlers that wait.
  private var waits: [ObjectIdentifier: [WatchedWait]] = [:]

  init(waits: [WatchedWait], sleepers: [ClockSleeper]) {
    for sleeper in sleepers {
      if let key = sleeper.key { self.sleepers[key, default: []].append(sleeper) }
    }
    for wait in waits {
      if let key = wait.key { self.waits[key, default: []].append(wait) }
    }
  }

  /// The sleepers before which a wait cannot end; `nil` if it may end without them.
  func sleepers(holding wait: WatchedWait) -> [ClockSleeper]? {
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
          guard follow(run.table, where: { $0.isThrottle(of: run) }) else { return nil }
        case .running:
          guard run.phase == .running, follow(run) else { return nil }
        }
      }
      if wait.table.suspendedAction != nil {
        // The store handles nothing before it returns.
        guard follow(wait.table, where: \.isOfHandler) else { return nil }
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

extension ClockSleeper {
  /// The effect that sleeps, or the store whose handler or throttle does.
  fileprivate var key: ObjectIdentifier? {
    switch purpose {
    case .effect(let run): ObjectIdentifier(run)
    case .handler(let call): ObjectIdentifier(call.table)
    case .throttle(let timer): ObjectIdentifier(timer.table)
    case .other: nil
    }
  }

  fileprivate var isOfHandler: Bool { if case .handler(let call) = purpose { call.isRunning } else { false } }

  fileprivate func isThrottle(of run: EffectRun) -> Bool {
    if case .throttle(let timer) = purpose { timer.id == run.id } else { false }
  }
}

extension WatchedWait {
  /// The effect that waits, or the store whose handler does.
  fileprivate var key: ObjectIdentifier? {
    switch owner {
    case .effect(let run): ObjectIdentifier(run)
    case .handler(let call): ObjectIdentifier(call.table)
    case .outside: nil
    }
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
