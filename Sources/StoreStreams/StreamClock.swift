public import StoreCore

/// A clock of any type, for operators that are generic over theirs.
///
/// ```swift
/// let pauses = texts.debounce(for: .milliseconds(300), clock: StreamClock(clock))
/// ```
///
/// Its times count from its creation: those of two such clocks cannot be compared.
public struct StreamClock: Clock {
  /// A time, as its distance from the clock's creation.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// Returns the time that is later by a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns how much later the other time is.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns whether the first time is the earlier one.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  /// About a hundred years: the system's clocks cannot add much more to the present.
  private static let longestWait = Duration.seconds(100 * 365 * 86_400)

  private let elapsed: @Sendable () -> Duration
  private let wait: @Sendable (_ offset: Duration, _ tolerance: Duration?) async throws -> Void

  /// The smallest difference of two times that the clock can tell.
  public let minimumResolution: Duration

  /// Creates a clock that goes as another one does.
  public init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: $1) }
    minimumResolution = clock.minimumResolution
  }

  /// The present.
  public var now: Instant { Instant(offset: elapsed()) }

  /// Suspends until a time, or for a hundred years.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before, if the clock beneath looks.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(min(deadline.offset, elapsed() + Self.longestWait), tolerance)
  }
}

extension StoreEngine {
  /// The clock that the store's effects wait on, from now on.
  public nonisolated var streamClock: StreamClock {
    StreamClock(runtime.clock)
  }
}
