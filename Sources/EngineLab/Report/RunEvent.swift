/// Something that happened while an engine played a scenario.
package struct RunEvent: Equatable, Sendable {
  /// When, counted from the beginning: virtual time in a comparison, real time in a run.
  package var time: Duration

  /// What.
  package var kind: Kind

  /// Creates an event.
  package init(_ kind: Kind, at time: Duration) {
    self.time = time
    self.kind = kind
  }
}
