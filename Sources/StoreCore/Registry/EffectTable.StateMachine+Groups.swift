extension EffectTable.StateMachine {
  /// A named composite program that was registered.
  package struct BegunGroup {
    package let key: SlotKey
    /// Whether it has to wait for others of its name, or is refused because of them.
    package let waits: Bool
    /// What has to be done before anything of it starts.
    package let changes: Changes
  }

  /// Registers a named composite program; by its policy the runs and the groups of its name are taken out first, besides
  /// the groups that it is in.
  ///
  /// Where that is to be done late, it is done when the first run in it begins. One that waits for others begins behind
  /// a run of its name and its policy, which is admitted next.
  ///
  /// - Returns: nothing where its action or the group around it was cancelled, or the store was deallocated.
  package mutating func begin(
    _ group: RunGroups.Group,
    policy: LaunchPolicy,
    isLate: Bool = false,
    inside outer: SlotKey = .none
  ) -> BegunGroup? {
    guard !startsNothing, !tree.isCancelled(group.node), mayStart(in: outer) else { return nil }
    var changes = Changes()
    guard !isLate else {
      let key = groups.begin(group, isWaiting: true, replacesLate: policy == .replace, inside: outer)
      return BegunGroup(key: key, waits: false, changes: changes)
    }
    switch policy.kind {
    case .replace:
      replaceAll(of: group.id, sparingAround: outer, &changes)
    case .newestWins(let limit):
      makeRoom(for: group.id, policy: policy, group: outer, &changes)
      runs.trim(group.id, to: beside(group.id, group: outer).rest(of: limit) - 1) { changes.append($0) }
      detach(&changes)
    case .oldestFirst(let running, _):
      guard runs.hasPlace(in: group.id, limit: beside(group.id, group: outer).rest(of: running)) else {
        return BegunGroup(key: groups.begin(group, isWaiting: true, inside: outer), waits: true, changes: changes)
      }
    case .concurrent:
      break
    }
    let key = groups.begin(group, inside: outer)
    _ = claimNames(around: outer, &changes)
    startDue(&changes)
    return BegunGroup(key: key, waits: false, changes: changes)
  }

  /// Takes out a group that has ended, and lets those begin that waited for it.
  package mutating func end(_ key: SlotKey) -> Changes {
    var changes = Changes()
    groups.end(key)
    startDue(&changes)
    return changes
  }

  /// What takes places among the runs of a name besides these, for a launch in a group.
  func beside(_ id: EffectID, group: SlotKey) -> RunRegistry<Run>.Beside {
    guard !groups.isEmpty else { return .nothing }
    return RunRegistry.Beside(places: groups.places(of: id), own: groups.places(of: id, around: group))
  }

  /// Registers a run that is neither refused nor held back.
  mutating func admit(
    _ run: Run,
    id: EffectID?,
    policy: LaunchPolicy,
    group: SlotKey,
    node: SlotKey,
    traits: RunTraits,
    _ changes: inout Changes
  ) -> SlotKey {
    guard !groups.isEmpty, let id else {
      return runs.admit(run, id: id, policy: policy, node: node, traits: traits) { changes.append($0) }
    }
    makeRoom(for: id, policy: policy, group: group, &changes)
    let beside = beside(id, group: group)
    return runs.admit(run, id: id, policy: policy, beside: beside, node: node, traits: traits) { changes.append($0) }
  }

  /// Takes out the oldest groups of a name, where the newest win and there would be too many with one more.
  mutating func makeRoom(for id: EffectID, policy: LaunchPolicy, group: SlotKey, _ changes: inout Changes) {
    guard !groups.isEmpty, case .newestWins(let limit) = policy.kind else { return }
    while beside(id, group: group).rest(of: limit) - runs.count(of: id) < 1,
      let places = groups.cancelOldest(id, sparingAround: group)
    {
      takeOut(places, &changes)
    }
  }

  /// Takes the further names of the programs around a run from others, now that the run begins.
  ///
  /// - Returns: whether a name was taken.
  mutating func claimNames(around group: SlotKey, besides id: EffectID? = nil, _ changes: inout Changes) -> Bool {
    let replacing = groups.open(around: group, besides: id)
    for key in replacing {
      if let id = groups.id(of: key) { replaceAll(of: id, sparingAround: group, &changes) }
    }
    return !replacing.isEmpty
  }

  /// Takes out the runs and the groups of a name, besides those around a group.
  private mutating func replaceAll(of id: EffectID, sparingAround group: SlotKey, _ changes: inout Changes) {
    var taken = Changes()
    runs.cancel(id) { taken.append($0) }
    takeOut(groups.cancel(id, sparingAround: group), &taken)
    detach(&taken)
    changes.append(taken)
  }

  /// Whether something may start in a group, or outside of every group.
  func mayStart(in group: SlotKey) -> Bool {
    group.isNone || groups.isCurrent(group)
  }

  /// Takes out the groups of a name for a run that takes the place of all others of that name.
  ///
  /// - Returns: whether there were any.
  mutating func replaceGroups(_ id: EffectID?, policy: LaunchPolicy, group: SlotKey, _ changes: inout Changes) -> Bool {
    guard let id, case .replace = policy.kind, groups.contains(id) else { return false }
    takeOut(groups.cancel(id, sparingAround: group), &changes)
    return true
  }

  /// Takes out the runs at some places.
  mutating func takeOut(_ places: [Int], _ changes: inout Changes) {
    for key in places.map({ runs.key($0) }) {
      runs.cancel(key) { changes.append($0) }
    }
  }
}
