extension EffectTable.StateMachine {
  // MARK: Waiting for a turn

  /// The status of a run or a group of a name that begins: running, or waiting for others of the name.
  func status(for id: EffectID, _ policy: LaunchPolicy, inside container: ContainerKey) -> RunStatus {
    guard case .oldestFirst(let limit, _) = policy.kind else { return .running }
    guard !runs.hasPlace(in: id, limit: rest(of: limit, for: id, inside: container)) else { return .running }
    let own = containers.places(of: id, around: container)
    return .queued(limit: limit == .max ? limit : limit + own)
  }

  /// The part of a limit that groups of a name leave to runs; those around the launch do not count.
  func rest(of limit: Int, for id: EffectID, inside container: ContainerKey) -> Int {
    let places = containers.places(of: id)
    return places == 0 ? limit : limit - places + containers.places(of: id, around: container)
  }

  /// Why a run or a group of a name would be refused, if it would.
  func refusal(of id: EffectID?, _ policy: LaunchPolicy, inside container: ContainerKey) -> RefusalReason? {
    guard let id, case .oldestFirst(_, let waiting) = policy.kind else { return nil }
    guard status(for: id, policy, inside: container).isQueued, runs.count(ofQueued: id) >= waiting else { return nil }
    return waiting == 0 ? .alreadyRunning : .queueIsFull
  }

  // MARK: Turns

  /// Begins a run that was registered with a status, unless it has to wait; returns whether it begins.
  mutating func beginUnlessWaiting(
    _ run: Run,
    _ key: RunKey,
    _ status: RunStatus,
    id: EffectID?,
    in container: ContainerKey,
    _ changes: inout Changes
  ) -> Bool {
    if status.isWaiting {
      guard breakWaitCycle(of: key, into: &changes.finished) else { return false }
      changes.beforeTurn.append(run)
    }
    // The run may come before a program of its own name.
    claimNames(around: container, besides: id, &changes)
    return true
  }

  /// Begins the runs whose turn has come.
  mutating func startDue(_ changes: inout Changes) {
    while let key = beginNext(), let run = runs.run(of: key), let entry = runs[key] {
      changes.started.append(run)
      claimNames(around: entry.container, besides: entry.id, &changes)
    }
  }

  private mutating func beginNext() -> RunKey? {
    for id in containers.takeLeft() { runs.noteDue(id) }
    return runs.beginNext { containers.places(of: $0) }
  }

  /// Claims the further names of a program and of those around it, except one.
  mutating func claimNames(around container: ContainerKey, besides id: EffectID?, _ changes: inout Changes) {
    guard !container.isNone else { return }
    for further in containers.beginGroups(around: container, where: { $0 != id }) {
      replaceAll(of: further, sparingAround: container, &changes)
    }
  }
}
