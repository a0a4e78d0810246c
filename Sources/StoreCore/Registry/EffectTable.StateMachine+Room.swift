extension EffectTable.StateMachine {
  /// The status of what begins under a name: running, or waiting for others of the name.
  func status(of name: ClaimedName, inside container: ContainerKey) -> RunStatus {
    guard case .oldestFirst(let limit, _) = name.policy.kind else { return .running }
    guard !runs.hasRoom(under: name.id, limit: rest(of: limit, for: name.id, inside: container)) else {
      return .running
    }
    let own = containers.begunCount(of: name.id, around: container)
    return .queued(limit: limit == .max ? limit : limit + own)
  }

  /// The part of a limit that named programs of a name leave to runs; those around the launch do not count.
  func rest(of limit: Int, for id: EffectID, inside container: ContainerKey) -> Int {
    let count = containers.begunCount(of: id)
    return count == 0 ? limit : limit - count + containers.begunCount(of: id, around: container)
  }

  /// Whether a launch would begin at once, without anything being taken out.
  func hasRoom(for names: [ClaimedName], inside container: ContainerKey) -> Bool {
    names.allSatisfy { !status(of: $0, inside: container).isQueued }
  }

  /// Takes room for a launch under its names, from the inside out, up to the first name for which it has to wait.
  ///
  /// So it keeps others of the inner names from beginning while it waits, and takes nothing from those of the outer ones.
  mutating func takeRoom(for names: [ClaimedName], inside container: ContainerKey) -> (RunStatus, queue: EffectID?) {
    for name in names {
      let status = status(of: name, inside: container)
      if status.isQueued { return (status, name.id) }
      containers.beginProgram(name.program)
    }
    return (.running, nil)
  }

  /// Takes out what makes room for a launch under each of its names, but neither the programs around it nor `itself`.
  mutating func makeRoom(
    for names: [ClaimedName],
    inside container: ContainerKey,
    besides itself: RunKey = .none,
    _ changes: inout Changes
  ) {
    for name in names {
      switch name.policy.kind {
      case .replace:
        // A held run is the last one of its name.
        while let key = runs.first(of: name.id), key != itself { takeOut(key, .replaced, &changes) }
        for key in containers.cancel(name.id, sparingAround: container) { takeOut(key, .replaced, &changes) }
      case .newestWins(let limit):
        while rest(of: limit, for: name.id, inside: container) <= runs.count(of: name.id),
          let members = containers.cancelOldest(name.id, sparingAround: container)
        {
          for key in members { takeOut(key, .replaced, &changes) }
        }
        while runs.count(of: name.id) >= limit, let key = runs.first(of: name.id) {
          takeOut(key, .replaced, &changes)
        }
      case .concurrent, .oldestFirst:
        break
      }
    }
  }
}
