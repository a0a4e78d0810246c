/// An action in a timeline, or several of the same kind that follow each other.
///
/// A stream's elements and the steps of a progress come by the thousand and say the same; they share one mark.
package struct ActionMark: Equatable, Sendable {
  /// The number, from 1, which the causes of others name.
  package var number: Int

  /// When the first one was handled or dropped.
  package var time: Duration

  /// When the last one was.
  package var lastTime: Duration

  /// How many there were.
  package var count: Int

  /// What happened, in the words of the events; the action's own name where there are none.
  package var text: String

  /// Who sent it.
  package var source: Source

  /// What it came from; nil if the user sent it.
  package var cause: TimelineCause?

  /// Whether it was dropped rather than handled.
  package var isDropped: Bool

  /// Creates a mark.
  package init(
    number: Int,
    time: Duration,
    lastTime: Duration? = nil,
    count: Int = 1,
    text: String,
    source: Source = .user,
    cause: TimelineCause? = nil,
    isDropped: Bool = false
  ) {
    self.number = number
    self.time = time
    self.lastTime = lastTime ?? time
    self.count = count
    self.text = text
    self.source = source
    self.cause = cause
    self.isDropped = isDropped
  }
}
