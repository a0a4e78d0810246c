extension EffectTable.StateMachine {
  func names(of id: EffectID?, _ policy: LaunchPolicy, inside container: ContainerKey) -> ClaimedNames {
    let further = container.isNone ? [] : furtherNames(around: container, besides: id)
    return ClaimedNames(own: id.map { ClaimedName(id: $0, policy: policy) }, further: further)
  }

  /// The names of the programs around a launch in which nothing has begun, except those that are its own name.
  func furtherNames(around container: ContainerKey, besides id: EffectID?) -> [ClaimedName] {
    containers.waitingPrograms(around: container).compactMap { key, program in
      program.id == id ? nil : ClaimedName(id: program.id, policy: program.policy, program: key)
    }
  }

  /// The status of what begins under a name: running, or waiting for others of the name.
  private func status(of name: ClaimedName, inside container: ContainerKey) -> RunStatus {
    guard case .oldestFirst(let limit, _) = name.policy.kind else { return .running }
    guard !runs.hasRoom(under: name.id, limit: rest(of: limit, for: name.id, inside: container)) else {
      return .running
    }
    let own = containers.begunCount(of: name.id, around: container)
    return .queued(limit: limit == .max ? limit : limit + own)
  }

  /// The part of a limit that named programs of a name leave to runs; those around the launch do not count.
  private func rest(of limit: Int, for id: EffectID, inside container: ContainerKey) -> Int {
    let count = containers.begunCount(of: id)
    return count == 0 ? limit : limit - count + containers.begunCount(of: id, around: container)
  }

  /// Whether a launch would begin at once, without anything being taken out.
  func hasRoom(for names: ClaimedNames, inside container: ContainerKey) -> Bool {
    names.allSatisfy { !status(of: $0, inside: container).isQueued }
  }

  /// Takes room for a launch under its names, from the inside out, up to the first name for which it has to wait.
  ///
  /// So it keeps others of the inner names from beginning while it waits, and takes nothing from those of the outer ones.
  mutating func takeRoom(for names: ClaimedNames, inside container: ContainerKey) -> (RunStatus, queue: EffectID?) {
    for name in names {
      let status = status(of: name, inside: container)
      if status.isQueued { return (status, name.id) }
      containers.beginProgram(name.program)
    }
    return (.running, nil)
  }

  // MARK: Room

  /// Takes out what makes room for a launch under each of its names, but neither the programs around it nor `itself`.
  mutating func makeRoom(
    for names: ClaimedNames,
    inside container: ContainerKey,
    besides itself: RunKey = .none,
    _ changes: inout Changes
  ) {
    for name in names {
      let id = name.id
      switch name.policy.kind {
      case .replace:
        // A held run is the last one of its name.
        while let key = runs.first(of: id), key != itself { takeOut(key, .replaced, &changes) }
        for key in containers.cancel(id, sparingAround: container) { takeOut(key, .replaced, &changes) }
      case .newestWins(let limit):
        while rest(of: limit, for: id, inside: container) <= runs.count(of: id),
          let members = containers.cancelOldest(id, sparingAround: container)
        {
          for key in members { takeOut(key, .replaced, &changes) }
        }
        while runs.count(of: id) >= limit, let key = runs.first(of: id) { takeOut(key, .replaced, &changes) }
      case .concurrent, .oldestFirst:
        break
      }
    }
  }

  // MARK: Refusals

  /// Why a launch would be refused, if it would: there is no room under one of its names, also without what it replaces
  /// under those before.
  func refusal(of names: ClaimedNames, inside container: ContainerKey) -> Refusal? {
    for name in names {
      guard let refusal = refusal(of: name, inside: container) else { continue }
      guard names.contains(where: { replacesOthers($0, inside: container) }) else { return refusal }
      // What it replaces may have several names too: a copy shows how much room that leaves.
      var machine = self
      return machine.makesRoom(for: names, inside: container) ? nil : refusal
    }
    return nil
  }

  private func refusal(of name: ClaimedName, inside container: ContainerKey) -> Refusal? {
    guard case .oldestFirst(_, let waiting) = name.policy.kind, status(of: name, inside: container).isQueued,
      runs.count(ofQueued: name.id) >= waiting
    else { return nil }
    return Refusal(waiting == 0 ? .alreadyRunning : .queueIsFull, of: name.id)
  }

  private func replacesOthers(_ name: ClaimedName, inside container: ContainerKey) -> Bool {
    switch name.policy.kind {
    case .replace, .newestWins:
      runs.contains(name.id) || containers.contains(name.id, sparingAround: container)
    case .concurrent, .oldestFirst: false
    }
  }

  /// Makes room for a launch under one name after the other; `false` if there is none under one of them.
  private mutating func makesRoom(for names: ClaimedNames, inside container: ContainerKey) -> Bool {
    var changes = Changes()
    for name in names {
      // What waits takes the room that is left first.
      startDue(&changes)
      guard refusal(of: name, inside: container) == nil else { return false }
      makeRoom(for: ClaimedNames(own: name, further: []), inside: container, &changes)
    }
    return true
  }
}
