/// The times at which a timer ticks or a poll begins, as distances from its own beginning: multiples of the interval.
///
/// They never drift: each is computed from the beginning, however late the one before was.
package struct Timetable {
  package enum Kind: Sendable {
    /// Ticks after each interval. What was missed is one tick, at once.
    case timer
    /// Begins at once, and then with each interval. What was missed is left out.
    case poll
  }

  private let kind: Kind
  private let interval: Duration
  /// The time that was reached last.
  private var last: Duration?

  /// Creates the times of an interval, which is longer than zero.
  package init(_ kind: Kind, every interval: Duration) {
    self.kind = kind
    self.interval = interval
  }

  /// The time to wait for next; it may have passed.
  package func next(at now: Duration) -> Duration {
    guard let last else { return kind == .poll ? .zero : interval }
    let following = last + interval
    guard kind == .poll, following < now else { return following }
    let latest = latest(at: now)
    return latest == now ? now : latest + interval
  }

  /// Notes that it was waited for, until now: what has passed meanwhile is reached too.
  package mutating func reach(_ time: Duration, at now: Duration) {
    last = max(time, latest(at: now))
  }

  /// The last of the times that has passed.
  private func latest(at now: Duration) -> Duration {
    Duration(attoseconds: interval.attoseconds * (now.attoseconds / interval.attoseconds))
  }
}
