/// Something that happened while an engine played a scenario.
package struct RunEvent: Equatable, Sendable {
  /// When, counted from the beginning: virtual time in a comparison, real time in a run.
  package var time: Duration

  /// What, in the words that all engines share.
  package var text: String

  /// Creates an event.
  package init(_ text: String, at time: Duration) {
    self.time = time
    self.text = text
  }

  /// The event with its time, as a difference quotes it.
  var quoted: String { "'\(text)' at \(time.shortText)" }
}
