import EngineLab

/// Texts that many tests share.
enum Sample {
  static let keys = "'feature', 'title', 'parameters', 'steps' and 'until'"
  static let features = "'search', 'download', 'ticker' and 'checkout'"
  static let parameterHint = "The parameters of 'search' are 'debounce', 'readTime', 'extensions' and 'limit'."
  static let extensionsHint = "'extensions' must be a list of file extensions such as [\"swift\", \"md\"]"
  static let stepHint = "A step has 'at' and one of 'type', 'cancel' or 'clear'."

  /// The final state of a search for a text.
  static func state(_ query: String) -> FinalState {
    FinalState(rows: [FinalState.Row("Query", "\"\(query)\"")])
  }

  /// A sound scenario with one more member, on line 2.
  static func scenario(_ member: String) -> String {
    "{\"feature\": \"search\", \"steps\": [{\"at\": \"1s\", \"type\": \"a\"}],\n\(member)\n}"
  }
}
