extension EffectTable.StateMachine {
  /// A named composite program that was registered.
  package struct BegunGroup {
    package let key: SlotKey
    /// What has to be done before anything of it starts.
    package let changes: Changes
  }

  /// Registers a named composite program; where it cancels what is in flight, the runs and the groups of its name are
  /// taken out first, besides the groups that it is in.
  ///
  /// - Returns: nothing where its action or the group around it was cancelled, or the store was deallocated.
  package mutating func begin(
    _ group: RunGroups.Group,
    cancelsInFlight: Bool,
    inside outer: SlotKey = .none
  ) -> BegunGroup? {
    guard !startsNothing, !tree.isCancelled(group.node), mayStart(in: outer) else { return nil }
    var changes = Changes()
    if cancelsInFlight {
      runs.cancel(group.id) { changes.append($0) }
      takeOut(groups.cancel(group.id, sparingAround: outer), &changes)
      detach(&changes)
      startDue(&changes)
    }
    return BegunGroup(key: groups.begin(group, inside: outer), changes: changes)
  }

  /// Whether something may start in a group, or outside of every group.
  func mayStart(in group: SlotKey) -> Bool {
    group.isNone || groups.isCurrent(group)
  }

  /// Takes out the groups of a name for a run that takes the place of all others of that name.
  ///
  /// - Returns: whether there were any with runs.
  mutating func replaceGroups(_ id: EffectID?, policy: LaunchPolicy, group: SlotKey, _ changes: inout Changes) -> Bool {
    guard !groups.isEmpty, let id, case .replace = policy.kind else { return false }
    return takeOut(groups.cancel(id, sparingAround: group), &changes)
  }

  /// Takes out the runs at some places.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  mutating func takeOut(_ places: [Int], _ changes: inout Changes) -> Bool {
    for key in places.map({ runs.key($0) }) {
      runs.cancel(key) { changes.append($0) }
    }
    return !places.isEmpty
  }
}
