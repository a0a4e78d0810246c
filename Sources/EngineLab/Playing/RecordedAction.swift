/// An action of a lab feature that says what a report has to show of it.
package protocol RecordedAction<Event>: Sendable {
  /// What the feature's reports tell of.
  associatedtype Event: FeatureEvent

  /// What happened, or nil where the report leaves the action out.
  var event: Event? { get }

  /// Whether the action is an element of a stream, and so may have waited to be handled.
  var isElement: Bool { get }
}

extension RecordedAction {
  /// `false`.
  package var isElement: Bool { false }
}
