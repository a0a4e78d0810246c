/// The text about actions in reports.
package enum RepeatedActions {
  static let write = "a write of the state"

  /// An action as text, truncated if it is long.
  package static func words(for action: Any) -> String {
    let words = String(describing: action)
    return words.count > 120 ? words.prefix(120) + "…" : words
  }

  /// The name of a value without what it holds: of an enum's case, or of a type.
  package static func name(of value: some Any) -> String { String("\(value)".prefix { $0 != "(" }) }

  /// The words for actions that follow each other for ever; those of a short series are said twice.
  package static func neverQuiet(_ actions: [String]) -> String {
    guard !actions.isEmpty else { return "never quiet, without any action" }
    let shown = actions.count == 1 ? actions + actions : Array(actions.prefix(8))
    return "never quiet: \(shown.joined(separator: ", ")), …"
  }

  /// The shortest series that all the actions repeat, up to the last one and at least twice; empty if there is none.
  ///
  /// The actions may begin in the middle of the series.
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

  /// The actions as text, the series that they repeat, and a sentence about that.
  static func summary(of actions: [any Sendable]) -> (words: [String], cycle: [String], sentence: String) {
    let words = actions.map { Self.words(for: $0) }
    let cycle = cycle(in: words)
    return (words, cycle, sentence(cycle, words))
  }

  /// The cycle as a sentence, or the last actions if there is no cycle.
  package static func sentence(_ cycle: [String], _ actions: [String]) -> String {
    if cycle.isEmpty {
      "The last ones were: \(actions.suffix(8).joined(separator: ", "))."
    } else {
      "They repeat: \(cycle.joined(separator: ", "))."
    }
  }
}
