extension Model {
  // MARK: Launches

  func launch(_ run: Run) {
    let operation = run.operation
    guard !run.node.isCancelled else { return end(run.part, run.node, cause: run.cause) }
    guard !isStopped else { return refuse(run, "stoppedStore") }
    if let name = operation.name, case .throttle(let wait, let leading, let trailing)? = operation.timing {
      let isOpen = windows[name] != nil
      if isOpen, !trailing { return refuse(run, "throttled") }
      if isOpen || !leading {
        if let held = windows[name] ?? nil, held.state == .held { take([held], "replaced") }
        run.state = .held
        admit(run)
        windows[name] = .some(run)
        if !isOpen { openWindow(name, wait) }
        return
      }
    }
    if let reason = place(run) { return refuse(run, reason) }
    if let name = operation.name, case .throttle(let wait, _, _)? = operation.timing {
      windows[name] = .some(nil)
      openWindow(name, wait)
    }
    admit(run)
    beginQueued()
  }

  /// Makes room for a run among those of its name, or queues it.
  ///
  /// - Returns: The reason if it must not be launched.
  func place(_ run: Run) -> String? {
    guard let name = run.operation.name else { return nil }
    if let (running, waiting) = bounds(of: run.operation.policy), !hasPlace(name, limit: running, besides: run),
      queued(in: name).count >= waiting
    {
      return reason(waiting)
    }
    if let reason = refusal(byCommonNameOf: run) { return reason }
    makePlace(name, run.operation.policy, for: run)
    if let common = run.operation.common { makePlace(common.name, common.policy, for: run) }
    if let (running, _) = bounds(of: run.operation.policy), !hasPlace(name, limit: running, besides: run) {
      queue(run, for: name, limit: running)
    } else if let common = run.operation.common, let (running, _) = bounds(of: common.policy),
      !hasPlace(common.name, limit: running)
    {
      queue(run, for: common.name, limit: running)
    } else {
      run.common?.hasPlace = true
    }
    return nil
  }

  func queue(_ run: Run, for name: String, limit: Int) {
    run.state = .queued
    run.queue = name
    run.limit = limit
    rank += 1
    run.queueRank = rank
  }

  private func makePlace(_ name: String, _ policy: Policy, for run: Run) {
    switch policy {
    case .replace:
      take(named(name, besides: run) + queued(for: name), "replaced")
      for group in groups(named: name) where group.isCurrent && group !== run.part { take(group, "replaced") }
    case .newestWins(let limit): makeRoom(name, limit, besides: run)
    case .concurrent, .keepRunning, .queue, .oldestFirst: break
    }
  }

  /// The reason why the policy of a run's further name refuses it, also without what it replaces by its own name.
  private func refusal(byCommonNameOf run: Run) -> String? {
    guard let common = run.operation.common, let (running, waiting) = bounds(of: common.policy) else { return nil }
    var places = places(common.name)
    var waiters = queued(in: common.name)
    if (places < running && waiters.isEmpty) || waiters.count < waiting { return nil }
    if case .replace = run.operation.policy, let name = run.operation.name {
      let replaced = named(name, besides: run)
      places -= replaced.count { $0.common?.hasPlace == true }
      waiters.removeAll { waiter in replaced.contains { $0 === waiter } }
      while let next = waiters.first, places < next.limit {
        waiters.removeFirst()
        places += 1
      }
    }
    return (places < running && waiters.isEmpty) || waiters.count < waiting ? nil : reason(waiting)
  }

  private func reason(_ waiting: Int) -> String { waiting == 0 ? "alreadyRunning" : "queueIsFull" }

  func refuse(_ run: Run, _ reason: String) {
    events.append("refused \(run.title) of \(run.cause), \(reason)")
    if let answer = run.operation.refusal, !isStopped {
      handle(answer, newNode(under: run.node, isCounted: true), cause: run.title)
    }
    end(run.part, run.node, cause: run.cause)
  }

  func admit(_ run: Run) {
    live.append(run)
    run.rank = nextRank(run.isBehindOtherName ? .running : run.state)
    if run.isStream { run.node.streams += 1 }
    run.node.units += 1
    if run.state == .running { fresh.append(run) }
    events.append("\(run.state == .running ? "started" : "queued") \(run.title) of \(run.cause)")
  }

  func openWindow(_ name: String, _ wait: Int) {
    timers.append(
      (
        now + wait,
        { [self] in
          let held = windows.removeValue(forKey: name) ?? nil
          guard let run = held, run.state == .held, case .throttle(let wait, _, _)? = run.operation.timing else {
            return
          }
          run.state = .running
          let reason = place(run)
          run.rank = nextRank(run.isBehindOtherName ? .running : run.state)
          if let reason {
            run.state = .held
            run.isRefused = true
            return take([run], "refused(\(reason))")
          }
          windows[name] = .some(nil)
          openWindow(name, wait)
          if run.state == .running { turn(run) }
          beginQueued()
        }
      )
    )
  }

  func turn(_ run: Run) {
    run.state = .running
    run.queue = nil
    run.common?.hasPlace = true
    run.rank = nextRank(.running)
    fresh.append(run)
    events.append("started \(run.title) of \(run.cause)")
  }

  /// Begins the queued operations that may run now.
  ///
  /// Which of several names comes first is not promised.
  func beginQueued() {
    while true {
      let names = Set(live.compactMap(\.queue)).filter { name in
        name != completing && queued(in: name).first.map { places(name) < $0.limit } == true
      }
      guard let name = names.first else { return }
      if names.count > 1 { orderIsOpen = true }
      turn(queued(in: name)[0])
    }
  }

  /// Begins a program with a name, or lets it wait.
  func begin(_ body: Plan, _ group: Part, _ name: String, _ policy: Policy, _ node: Node, cause: String) {
    guard !isStopped, !node.isCancelled else {
      if !node.isCancelled { events.append("refused \(name) of \(cause), stoppedStore") }
      return end(group.parent, node, cause: cause)
    }
    group.node = node
    switch policy {
    case .concurrent: break
    case .replace: take(name, "replaced")
    case .newestWins(let limit): makeRoom(name, limit)
    case .keepRunning, .queue, .oldestFirst:
      guard !hasPlace(name, limit: limits(of: policy).running) else { break }
      groups.append(group)
      node.units += 1
      let turn = Operation(number: -1, kind: .run, name: name, policy: policy, result: Step(number: 0))
      return launch(Run(turn, node, Part(.gate(body), in: group), cause: cause))
    }
    group.hasPlace = true
    groups.append(group)
    beginQueued()
    start(body, in: group, node, cause: cause)
  }

  /// The numbers of those that may run and wait by a policy, if it limits these.
  private func bounds(of policy: Policy) -> (running: Int, waiting: Int)? {
    switch policy {
    case .keepRunning, .queue, .oldestFirst: limits(of: policy)
    case .replace, .concurrent, .newestWins: nil
    }
  }

  func limits(of policy: Policy) -> (running: Int, waiting: Int) {
    switch policy {
    case .queue(let limit): (1, limit)
    case .oldestFirst(let limit): (limit, .max)
    default: (1, 0)
    }
  }

  // MARK: Names

  func isRunning(_ name: String) -> Bool { !named(name).isEmpty || !groups(named: name).isEmpty }

  /// The running operations of a name, the oldest first, and then those that wait.
  func named(_ name: String, besides run: Run? = nil) -> [Run] {
    live.filter { $0.operation.name == name && $0 !== run }.sorted { $0.rank < $1.rank }
  }

  /// Those that wait for a name, the longest waiting one first.
  func queued(in name: String) -> [Run] {
    live.filter { $0.state == .queued && $0.queue == name }.sorted { $0.queueRank < $1.queueRank }
  }

  /// Those that wait for a name that is not their own.
  func queued(for name: String) -> [Run] { queued(in: name).filter { $0.operation.name != name } }

  func nextRank(_ state: Run.State) -> Int {
    rank += 1
    return state == .running ? rank : state == .queued ? rank + 1 << 30 : rank + 1 << 31
  }

  func groups(named name: String) -> [Part] {
    groups.filter { if case .group(name) = $0.kind { true } else { false } }
  }

  /// The number of operations and programs that count towards the limit of a name.
  func places(_ name: String, besides run: Run? = nil) -> Int {
    named(name, besides: run).count { $0.state == .running || $0.isBehindOtherName }
      + groups(named: name).count(where: \.hasPlace)
  }

  func hasPlace(_ name: String, limit: Int, besides run: Run? = nil) -> Bool {
    places(name, besides: run) < limit && queued(in: name).isEmpty
  }

  /// Removes the oldest, whole programs first, until there is room.
  func makeRoom(_ name: String, _ limit: Int, besides run: Run? = nil) {
    while true {
      let runs = named(name, besides: run).filter { $0.state != .held } + queued(for: name)
      let groups = groups(named: name).filter(\.hasPlace)
      guard runs.count + groups.count >= limit else { return }
      if let group = groups.first { take(group, "replaced") } else { take([runs[0]], "replaced") }
    }
  }
}
