import StoreCore

/// A clock without waits: a sleep ends at once, and moves the time to its deadline.
///
/// Use it in tests and previews in which delays do not matter. A sleep suspends for a moment, so that other tasks can
/// run; an effect that repeats for ever, such as a ticker, does so without a pause. A timeout ends any operation that
/// suspends at all, so it is of no use on this clock.
public final class ImmediateClock: Clock {
  /// A time, as the distance from the clock's beginning.
  public typealias Instant = TestClock.Instant

  private let time = Locked(Instant(offset: .zero))

  /// Creates a clock at its beginning.
  public init() {}

  /// The latest deadline of a sleep so far.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock knows every time exactly.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to a deadline, and returns after a moment.
  ///
  /// The tolerance is ignored.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}
