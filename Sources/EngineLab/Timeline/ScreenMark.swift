/// What the user sees from some time on.
///
/// It is the last screen of its time: how many actions an engine needs to come there is its own affair.
package struct ScreenMark: Equatable, Sendable {
  /// Since when.
  package var time: Duration

  /// What.
  package var rows: [FinalState.Row]

  /// Creates a mark.
  package init(time: Duration, rows: [FinalState.Row]) {
    self.time = time
    self.rows = rows
  }

  /// The screen with its time, as a difference quotes it.
  var quoted: String {
    "'\(rows.map { "\($0.label) \($0.value)" }.joined(separator: ", "))' at \(time.shortText)"
  }
}
