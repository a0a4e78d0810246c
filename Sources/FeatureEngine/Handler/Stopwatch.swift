public import Foundation

/// The time since a moment, measured by a store's clock.
///
/// A struct, not an enum of the two ways: the size of `ContinuousClock.Instant` is not known here, so that switching
/// over the cases would call the Swift runtime.
@usableFromInline
struct Stopwatch {
  /// The start on the default clock of stores, which needs neither a closure nor an unknown type.
  private let start = ContinuousClock.now
  private let other: (() -> Duration)?

  /// Starts measuring by a clock, or by `ContinuousClock`.
  @usableFromInline
  init(_ clock: (any Clock<Duration>)?) {
    other = clock.map { Self.elapsed($0) }
  }

  private static func elapsed(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// The time since the start, in seconds.
  @usableFromInline var seconds: TimeInterval {
    let components = (other?() ?? start.duration(to: .now)).components
    // Not divided by a second: durations are divided as 128-bit numbers.
    return Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
