extension EffectTable {
  /// Registers a named composite program, and cancels those whose place it takes.
  ///
  /// - Returns: what it is ended by and asked for; nothing where it must not start.
  func begin(_ group: RunGroups.Group, cancelsInFlight: Bool, inside outer: SlotKey) -> SlotKey? {
    let begun = withMachine { machine in
      let begun = machine.begin(group, cancelsInFlight: cancelsInFlight, inside: outer)
      if let begun {
        leave(begun.changes, outcome: .replaced)
      }
      return begun
    }
    if let begun {
      carryOut(begun.changes)
    }
    return begun?.key
  }

  func isCurrent(group: SlotKey) -> Bool {
    withMachine { $0.groups.isCurrent(group) }
  }

  func end(group: SlotKey) {
    withMachine { $0.groups.end(group) }
  }
}
