import StoreCore

/// A clock on which nobody waits: a sleep ends at once, and the time is then its deadline.
///
/// It is for tests and previews in which delays are of no interest. A sleep suspends for a moment, so that others go on;
/// what repeats for ever, such as a ticker, does so without a pause. A timeout ends what suspends at all: on this clock it
/// means nothing.
public final class ImmediateClock: Clock {
  /// A time, as the distance from the clock's beginning.
  public typealias Instant = TestClock.Instant

  private let time = Locked(Instant(offset: .zero))

  /// Creates a clock at its beginning.
  public init() {}

  /// The latest deadline that was slept for.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock knows every time exactly.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to a deadline, and returns after a moment.
  ///
  /// The tolerance is ignored.
  ///
  /// - Throws: `CancellationError` where the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}
