extension EffectTable {
  /// Registers a named composite program, and cancels those whose place it takes.
  ///
  /// - Returns: what it is ended by and asked for, and whether it has to wait; nothing where it must not start.
  func begin(
    _ group: RunGroups.Group,
    policy: LaunchPolicy,
    isLate: Bool,
    inside outer: SlotKey
  ) -> (key: SlotKey, waits: Bool)? {
    let begun = withMachine { machine in
      let begun = machine.begin(group, policy: policy, isLate: isLate, inside: outer)
      if let begun {
        note(begun.changes, outcome: .replaced)
      }
      return begun
    }
    guard let begun else { return nil }
    carryOut(begun.changes)
    return (begun.key, begun.waits)
  }

  func isCurrent(group: SlotKey) -> Bool {
    withMachine { $0.groups.isCurrent(group) }
  }

  func end(group: SlotKey) {
    change(.cancelled) { $0.end(group) }
  }
}
