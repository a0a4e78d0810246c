public import StoreCore

/// A clock of any type, for operators that are generic over their clock.
///
/// ```swift
/// let pauses = texts.debounce(for: .milliseconds(300), clock: StreamClock(clock))
/// ```
///
/// Its instants count from its creation, so those of two such clocks cannot be compared.
public struct StreamClock: Clock {
  /// An instant, as its distance from the clock's creation.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// Returns the instant that is later by a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns how much later the other instant is.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns whether the first instant is earlier.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  /// About a hundred years: the system's clocks cannot add much more to the present.
  private static let longestWait = Duration.seconds(100 * 365 * 86_400)

  private let elapsed: @Sendable () -> Duration
  private let wait: @Sendable (_ offset: Duration, _ tolerance: Duration?) async throws -> Void

  /// The smallest difference between two instants that the clock can measure.
  public let minimumResolution: Duration

  /// Creates a clock that follows another one.
  public init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: $1) }
    minimumResolution = clock.minimumResolution
  }

  /// The present.
  public var now: Instant { Instant(offset: elapsed()) }

  /// Suspends until an instant, for a hundred years at most.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first and the underlying clock checks for it.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(min(deadline.offset, elapsed() + Self.longestWait), tolerance)
  }
}

extension StoreEngine {
  /// The clock on which the store's effects wait, counting from now.
  public nonisolated var streamClock: StreamClock {
    StreamClock(runtime.clock)
  }
}
