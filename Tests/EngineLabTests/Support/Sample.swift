@testable import EngineLab

/// Texts that many tests share.
enum Sample {
  static let keys = "'feature', 'title', 'parameters', 'steps', 'until' and 'deviations'"
  static let features = "'search', 'download', 'ticker' and 'checkout'"
  static let parameterHint = "The parameters of 'search' are 'debounce', 'readTime', 'extensions' and 'limit'."
  static let extensionsHint = "'extensions' must be a list of file extensions such as [\"swift\", \"md\"]"
  static let stepHint = "A step has 'at' and one of 'type', 'cancel' or 'clear'."

  /// A scenario that takes no time.
  static let purchase =
    #"{"feature": "checkout", "parameters": {"stepTime": "0s"}, "steps": [{"at": "0s", "buy": true}]}"#

  /// A scenario that takes an hour in real time.
  static let endless = #"{"feature": "checkout", "steps": [{"at": "3600s", "buy": true}]}"#

  /// The final state of a search for a text.
  static func state(_ query: String) -> FinalState {
    FinalState(rows: [FinalState.Row("Query", "\"\(query)\"")])
  }

  /// A sound scenario with one more member, on line 2.
  static func scenario(_ member: String) -> String {
    "{\"feature\": \"search\", \"steps\": [{\"at\": \"1s\", \"type\": \"a\"}],\n\(member)\n}"
  }
}

extension LabReport {
  /// The report of runs that are compared.
  static func comparing(
    _ runs: [RunReport],
    title: String = "T",
    setting: String = "S",
    time: TimeKind = .virtual
  ) -> LabReport {
    LabReport(title: title, setting: setting, time: time, runs: runs, differences: Difference.sentences(of: runs))
  }
}
