/// An action in a timeline, or several of the same kind that follow each other.
///
/// A stream's elements and the steps of a progress come by the thousand and say the same; they share one mark.
public struct ActionMark: Equatable, Sendable {
  /// The sender of an action.
  public enum Source: String, CaseIterable, Encodable, Sendable {
    /// The user, or whatever else sends from outside.
    case user
    /// An effect.
    case effect
    /// The handler of another action.
    case emitted
  }

  /// The number, from 1, by which causes name it.
  public var number: Int
  /// When the first one was handled or dropped.
  public var time: Duration
  /// When the last one was.
  public var lastTime: Duration
  /// How many there were.
  public var count = 1
  /// The words for it; the action's own name where nobody has given any.
  public var text: String
  /// The sender.
  public var source = Source.user
  /// What it came from; nil if it was sent from outside.
  public var cause: TimelineCause?
  /// Whether it was dropped rather than handled.
  public var isDropped = false

  init(
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

  /// Whether the other mark says the same, but for its time.
  func says(what other: ActionMark) -> Bool {
    text == other.text && source == other.source && cause == other.cause && isDropped == other.isDropped
  }
}

extension ActionMark: Encodable {
  private enum CodingKeys: String, CodingKey {
    case number
    case time = "at"
    case lastTime = "lastAt"
    case count, text, source, cause
    case isDropped = "dropped"
  }
}
