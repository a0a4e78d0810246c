/// The decisions about when a value is saved: soon after the first change, then at most once an interval, counted from the
/// end of a save.
struct SaveMachine {
  enum Phase: Equatable {
    /// The last save is an interval ago.
    case idle
    /// A turn of the main actor will read the state.
    case scheduled
    /// The value of a number is being written.
    case writing(Int)
    /// The interval after a save, or the pause after a failed one, is not over.
    case waiting
    /// Nothing is saved any more.
    case over
  }

  enum Outcome: Equatable {
    /// The value is durable, as it was written or has not changed.
    case saved
    /// It cannot be encoded: the same value need not be tried again.
    case notEncoded
    case failed
  }

  enum Step: Equatable {
    case none
    case schedule
    case wait(Duration)
  }

  private(set) var phase = Phase.idle
  /// Whether the state may have changed since it was read last.
  private(set) var isDirty = false
  /// Whether the next save does not wait for the interval.
  private var hurries = false
  /// The number of failures since the last save that succeeded.
  private(set) var failureCount = 0
  private var number = 0
  private let interval: Duration
  /// The shortest pause after a failure, and between two looks for what other processes have saved.
  static let shortestPause = Duration.seconds(1)
  /// The longest pause after failures, unless the interval is longer.
  static let longestPause = Duration.seconds(60)

  /// Whether all that has changed is saved, and nothing is being written.
  var isClean: Bool { !isDirty && (phase == .idle || phase == .waiting) }

  init(interval: Duration) {
    self.interval = interval
  }

  /// Notes that the state may have changed.
  mutating func change() -> Step {
    isDirty = true
    guard phase == .idle else { return .none }
    phase = .scheduled
    return .schedule
  }

  /// Has the present state saved soon, whatever the interval says, and returns the number of the save that will have it.
  mutating func hurry() -> (step: Step, number: Int) {
    isDirty = true
    switch phase {
    case .idle, .waiting:
      phase = .scheduled
      return (.schedule, number + 1)
    case .scheduled, .over:
      return (.none, number + 1)
    case .writing:
      hurries = true
      return (.none, number + 1)
    }
  }

  /// Begins a save with the state as it is now; `nil` if it is not due.
  mutating func read() -> Int? {
    phase == .scheduled ? readNow() : nil
  }

  /// Begins a save with the state as it is now, whatever else is under way; `nil` if nothing is saved any more.
  mutating func readNow() -> Int? {
    guard phase != .over else { return nil }
    number += 1
    isDirty = false
    hurries = false
    phase = .writing(number)
    return number
  }

  /// Whether no later save has begun.
  func isLast(_ number: Int) -> Bool { phase == .writing(number) }

  /// Notes the end of a save.
  mutating func finish(_ number: Int, _ outcome: Outcome) -> Step {
    // A later one may have begun without waiting for it.
    guard isLast(number) else { return .none }
    switch outcome {
    case .saved:
      failureCount = 0
    case .notEncoded:
      failureCount += 1
    case .failed:
      failureCount += 1
      isDirty = true
    }
    if hurries {
      phase = .scheduled
      return .schedule
    }
    phase = .waiting
    return .wait(pause)
  }

  /// The time until the next save: the interval, or after failures its double for each, at most a minute.
  private var pause: Duration {
    guard failureCount > 0 else { return interval }
    let doubled = max(interval, Self.shortestPause) * (1 << min(failureCount - 1, 20))
    return max(interval, min(doubled, Self.longestPause))
  }

  /// Notes that the interval or the pause is over.
  mutating func endWait() -> Step {
    guard phase == .waiting else { return .none }
    guard isDirty else {
      phase = .idle
      return .none
    }
    phase = .scheduled
    return .schedule
  }

  /// Ends saving; `false` if it was over.
  mutating func end() -> Bool {
    defer { phase = .over }
    return phase != .over
  }
}
