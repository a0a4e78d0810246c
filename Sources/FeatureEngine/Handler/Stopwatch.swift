import Foundation

/// The time since a moment, by any clock.
struct Stopwatch {
  private let elapsed: () -> Duration

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// The time since it was made, in seconds.
  var seconds: TimeInterval {
    elapsed() / .seconds(1)
  }
}
