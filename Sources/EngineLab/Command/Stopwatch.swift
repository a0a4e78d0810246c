/// A clock on the wall, by which a comparison tells how long each engine took.
package struct Stopwatch: Sendable {
  /// The time since some moment.
  package let now: @Sendable () -> Duration

  /// Creates a stopwatch.
  package init(now: @escaping @Sendable () -> Duration) {
    self.now = now
  }

  /// A stopwatch on the system's continuous clock.
  package static var wall: Stopwatch {
    let start = ContinuousClock.now
    return Stopwatch { start.duration(to: .now) }
  }
}
