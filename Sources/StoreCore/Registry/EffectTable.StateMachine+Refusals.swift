extension EffectTable.StateMachine {
  /// Why a launch is refused by its throttle or by the policy of one of its names, if it is.
  func refusal(of launch: LaunchRequest, _ names: [ClaimedName], _ throttling: Throttling) -> Refusal? {
    switch throttling {
    case .refuses: Refusal(.throttled, of: launch.id)
    // Its policy is applied when the window ends.
    case .holds: nil
    case .none, .begins: refusal(of: names, inside: launch.container)
    }
  }

  /// Why a launch would be refused, if it would: there is no room under one of its names, also without what it replaces
  /// under those before.
  func refusal(of names: [ClaimedName], inside container: ContainerKey) -> Refusal? {
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
  private mutating func makesRoom(for names: [ClaimedName], inside container: ContainerKey) -> Bool {
    var changes = Changes()
    for name in names {
      // What waits takes the room that is left first.
      startDue(&changes)
      guard refusal(of: name, inside: container) == nil else { return false }
      makeRoom(for: [name], inside: container, &changes)
    }
    return true
  }
}
