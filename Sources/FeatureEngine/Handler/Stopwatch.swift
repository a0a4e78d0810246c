public import Foundation

/// The time since a moment, by any clock.
@usableFromInline
enum Stopwatch {
  /// By the clock that stores have unless they are given another: without a closure and a type that is not known.
  case continuous(since: ContinuousClock.Instant)
  case other(elapsed: () -> Duration)

  @usableFromInline
  init(_ clock: any Clock<Duration>) {
    self = clock is ContinuousClock ? .continuous(since: .now) : .other(elapsed: Self.elapsed(clock))
  }

  private static func elapsed(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// The time since it was made, in seconds.
  @usableFromInline var seconds: TimeInterval {
    switch self {
    case .continuous(let start): start.duration(to: .now) / .seconds(1)
    case .other(let elapsed): elapsed() / .seconds(1)
    }
  }
}
