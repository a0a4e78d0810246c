/// What a report of a runaway chain says of its actions.
package enum RepeatedActions {
  /// An action in words, cut where it is long.
  package static func words(for action: Any) -> String {
    let words = String(describing: action)
    return words.count > 120 ? words.prefix(120) + "…" : words
  }

  /// The shortest series that all the actions repeat, up to the last one and at least twice; nothing where there is none.
  ///
  /// The first of the actions may come from within the series. What came before the series began leaves no cycle.
  ///
  /// - Complexity: O(actions²).
  package static func cycle(in actions: [String]) -> [String] {
    guard actions.count >= 2 else { return [] }
    for length in 1...actions.count / 2 {
      let cycle = actions.suffix(length)
      let isRepeated = actions.indices.dropLast(length).allSatisfy { actions[$0] == actions[$0 + length] }
      if isRepeated { return Array(cycle) }
    }
    return []
  }

  /// The cycle in a sentence, or the last actions where there is none.
  package static func sentence(_ cycle: [String], _ actions: [String]) -> String {
    if cycle.isEmpty {
      "The last ones were: \(actions.suffix(8).joined(separator: ", "))."
    } else {
      "They repeat: \(cycle.joined(separator: ", "))."
    }
  }
}
