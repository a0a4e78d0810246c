import EngineLab

extension RunReport {
  /// The events, each with its time in milliseconds.
  var texts: [String] { events.map { "\($0.time / .milliseconds(1)) \($0.text)" } }

  /// The value of a row of the final state.
  func value(_ label: String) -> String? { finalState.rows.first { $0.label == label }?.value }
}
