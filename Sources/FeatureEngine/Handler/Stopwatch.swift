public import Foundation

/// The time since a moment, by a store's clock.
///
/// A struct, not an enumeration of the two ways: the size of `ContinuousClock.Instant` is not known here, and the cases
/// would be told apart by calls of Swift's runtime.
@usableFromInline
struct Stopwatch {
  /// By the clock of stores that are given none: without a closure and a type that is not known.
  private let start = ContinuousClock.now
  private let other: (() -> Duration)?

  /// Begins by a clock, or by `ContinuousClock`.
  @usableFromInline
  init(_ clock: (any Clock<Duration>)?) {
    other = clock.map { Self.elapsed($0) }
  }

  private static func elapsed(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// The time since it was made, in seconds.
  @usableFromInline var seconds: TimeInterval {
    let components = (other?() ?? start.duration(to: .now)).components
    // Not divided by a second: a division of durations is one of numbers with 128 bits.
    return Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
