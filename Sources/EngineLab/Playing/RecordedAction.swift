/// An action of a lab feature that says what a report has to show of it.
protocol RecordedAction: Sendable {
  /// What happened, or nil where the report leaves the action out.
  var runEvent: RunEvent.Kind? { get }
}
