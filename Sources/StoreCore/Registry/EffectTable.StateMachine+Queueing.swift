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

  // MARK: Several names

  /// The names of the programs around a launch in which nothing has begun, except those that are its own name.
  func furtherNames(around container: ContainerKey, besides id: EffectID?) -> [ClaimedNames.Further] {
    containers.waitingGroups(around: container).compactMap { key, group in
      group.id == id ? nil : ClaimedNames.Further(group: key, id: group.id, policy: group.policy)
    }
  }

  /// Whether a launch would begin at once, without anything being taken out.
  func hasPlaces(for names: ClaimedNames, inside container: ContainerKey) -> Bool {
    if let id = names.id, status(for: id, names.policy, inside: container).isQueued { return false }
    return names.further.allSatisfy { !status(for: $0.id, $0.policy, inside: container).isQueued }
  }

  /// Takes the places of a launch under its names, from the inside out, up to the first name for which it has to wait.
  ///
  /// So it keeps others of the inner names from beginning while it waits, and takes nothing from those of the outer ones.
  mutating func takePlaces(for names: ClaimedNames, inside container: ContainerKey) -> (RunStatus, queue: EffectID?) {
    if let id = names.id {
      let status = status(for: id, names.policy, inside: container)
      if status.isQueued { return (status, id) }
    }
    for further in names.further {
      let status = status(for: further.id, further.policy, inside: container)
      if status.isQueued { return (status, further.id) }
      containers.beginGroup(further.group)
    }
    return (.running, nil)
  }

  /// Why a launch would be refused, if it would: there is no room under one of its names, also without what it replaces
  /// under those before.
  func refusal(of names: ClaimedNames, inside container: ContainerKey) -> Refusal? {
    if let id = names.id, let refusal = refusal(of: id, names.policy, inside: container) { return refusal }
    for further in names.further {
      guard let refusal = refusal(of: further.id, further.policy, inside: container) else { continue }
      guard names.replacing.contains(where: { hasOthers(of: $0, around: container) }) else { return refusal }
      // What it replaces may have several names too: a copy shows how much room that leaves.
      var machine = self
      return machine.claim(names, inside: container) ? nil : refusal
    }
    return nil
  }

  /// Makes room for a launch under one name after the other; `false` if there is none under a further one.
  private mutating func claim(_ names: ClaimedNames, inside container: ContainerKey) -> Bool {
    var changes = Changes()
    if let id = names.id { makePlace(for: id, names.policy, inside: container, &changes) }
    for further in names.further {
      // What waits takes the places that are left first.
      startDue(&changes)
      guard refusal(of: further.id, further.policy, inside: container) == nil else { return false }
      makePlace(for: further.id, further.policy, inside: container, &changes)
    }
    return true
  }

  private func refusal(of id: EffectID, _ policy: LaunchPolicy, inside container: ContainerKey) -> Refusal? {
    guard case .oldestFirst(_, let waiting) = policy.kind, status(for: id, policy, inside: container).isQueued,
      runs.count(ofQueued: id) >= waiting
    else { return nil }
    return Refusal(waiting == 0 ? .alreadyRunning : .queueIsFull, of: id)
  }

  private func hasOthers(of id: EffectID, around container: ContainerKey) -> Bool {
    runs.contains(id) || containers.contains(id, sparingAround: container)
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
    containers.beginGroups(around: container) { $0 != id }
    return true
  }

  /// Begins the runs whose turn has come.
  mutating func startDue(_ changes: inout Changes) {
    while true {
      for id in containers.takeLeft() { runs.noteDue(id) }
      guard let key = runs.next(beside: { containers.places(of: $0) }), let run = runs.run(of: key) else { return }
      if takeTurn(key) { changes.started.append(run) }
    }
  }

  /// Gives a run its place under the name for which it has waited; `false` if it waits for another one of its names.
  private mutating func takeTurn(_ key: RunKey) -> Bool {
    guard let entry = runs[key] else { return false }
    var further = furtherNames(around: entry.container, besides: entry.id)
    // Its place among the runs of its own name is taken when its status changes.
    if runs.queue(of: key) != entry.id, !further.isEmpty { containers.beginGroup(further.removeFirst().group) }
    let names = ClaimedNames(id: nil, policy: .concurrent, further: further)
    let (status, queue) = takePlaces(for: names, inside: entry.container)
    runs.change(key, to: status, in: queue)
    return !status.isWaiting
  }
}
