/// What a user does, at which times, in the words of no engine.
///
/// ```swift
/// let scenario = Scenario("search", steps: [
///   .at(.zero, .type("sw")),
///   .at(.milliseconds(100), .type("swift")),
/// ])
/// ```
public struct Scenario<Command: Sendable>: Sendable {
  /// Something that is done at a time.
  public struct Step: Sendable {
    /// The time since the beginning.
    public let time: Duration
    /// What is done.
    public let command: Command

    /// Something that is done at a time since the beginning.
    public static func at(_ time: Duration, _ command: Command) -> Step {
      Step(time: time, command: command)
    }
  }

  /// What it is called in reports.
  public let name: String
  /// The steps, in the order of their times.
  public let steps: [Step]
  /// When it ends; `nil` where it ends when nothing more happens.
  public let end: Duration?

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - name: What it is called in reports.
  ///   - steps: The steps; those of one time are done in the given order.
  ///   - end: When it ends. Without it, it ends when nobody sleeps any more: give it where something repeats for ever.
  public init(_ name: String, steps: [Step], end: Duration? = nil) {
    self.name = name
    // Sorting keeps the order of equal times.
    self.steps = steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
      \.element
    )
    self.end = end
  }
}
