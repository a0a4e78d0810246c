public import CombineShim
public import StoreCore

/// A scheduler on a store's clock and executor, for operators that take time.
///
/// ```swift
/// texts.debounce(for: .milliseconds(300), scheduler: store.scheduler)
/// ```
///
/// With a test's clock and executor in the store's options, a pipeline waits in virtual time, and `settle()` follows
/// what it does. It can be used from any thread. Actions run on the main actor: those without a time in the order in
/// which they were scheduled, each in a turn of its own.
///
/// It does not keep its store. When that is deallocated, what is scheduled is dropped and released, and so is what is
/// scheduled later.
public struct StoreScheduler: Scheduler, Sendable {
  /// A time, as the distance from the creation of its scheduler: times of two schedulers cannot be compared.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// The distance from the creation of the scheduler.
    public var offset: Duration

    /// Creates a time at a distance from the creation of the scheduler.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// Returns how much later the other time is.
    public func distance(to other: SchedulerTimeType) -> Stride {
      Stride(other.offset - offset)
    }

    /// Returns the time that is later by a distance.
    public func advanced(by distance: Stride) -> SchedulerTimeType {
      SchedulerTimeType(offset: offset + distance.duration)
    }

    /// Returns whether the first time is the earlier one.
    public static func < (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  /// There are no options.
  public typealias SchedulerOptions = Never

  private let core: Core

  init(_ store: some StoreEngine) {
    let runtime = store.runtime
    core = Core(clock: runtime.clock, executor: runtime.executor)
    core.end(with: store)
  }

  /// The present, on the store's clock.
  public var now: SchedulerTimeType { SchedulerTimeType(offset: core.elapsed()) }

  /// Zero: what waits is late only if the store's clock is.
  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Performs an action in a turn of the main actor, after those that were scheduled so before.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    core.schedule(ScheduledAction(action))
  }

  /// Performs an action on the main actor once the store's clock has reached a time.
  public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: Never?,
    _ action: @escaping () -> Void
  ) {
    _ = core.schedule(ScheduledAction(action), at: date.offset, every: nil, tolerance.duration)
  }

  /// Performs an action on the main actor once the store's clock has reached a time, and at intervals after that.
  ///
  /// Times that have passed while the action ran or waited for the main actor are skipped. An interval of zero or less
  /// ends the program with a message.
  ///
  /// - Returns: what cancels it. The action is not performed any more once that has returned on the main actor.
  public func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    precondition(
      interval > .zero,
      """
      An action was scheduled at the interval \(interval.duration).

      It is the time from one to the next: with none, the action would keep the main actor busy for ever.

      Give it an interval of more than zero.
      """
    )
    let number = core.schedule(ScheduledAction(action), at: date.offset, every: interval.duration, tolerance.duration)
    return AnyCancellable { [core] in core.cancel(number) }
  }
}

extension StoreScheduler.SchedulerTimeType {
  /// A distance between two times.
  public struct Stride: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable, Hashable, Sendable {
    /// The distance as a duration.
    public var duration: Duration

    /// Creates a distance from a duration.
    public init(_ duration: Duration) {
      self.duration = duration
    }

    /// Creates a distance of whole seconds.
    public init(integerLiteral seconds: Int64) {
      duration = .seconds(seconds)
    }

    /// Creates a distance of whole seconds; `nil` if there are too many.
    public init?(exactly seconds: some BinaryInteger) {
      guard let seconds = Int64(exactly: seconds) else { return nil }
      duration = .seconds(seconds)
    }

    /// The distance without its sign.
    public var magnitude: Stride { duration < .zero ? Stride(.zero - duration) : self }

    /// Returns a distance of seconds.
    public static func seconds(_ seconds: Int) -> Stride { Stride(.seconds(seconds)) }
    /// Returns a distance of seconds.
    public static func seconds(_ seconds: Double) -> Stride { Stride(.seconds(seconds)) }
    /// Returns a distance of milliseconds.
    public static func milliseconds(_ milliseconds: Int) -> Stride { Stride(.milliseconds(milliseconds)) }
    /// Returns a distance of microseconds.
    public static func microseconds(_ microseconds: Int) -> Stride { Stride(.microseconds(microseconds)) }
    /// Returns a distance of nanoseconds.
    public static func nanoseconds(_ nanoseconds: Int) -> Stride { Stride(.nanoseconds(nanoseconds)) }

    /// Returns whether the first distance is the shorter one, or the more negative one.
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.duration < rhs.duration }
    /// Returns the sum of two distances.
    public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.duration + rhs.duration) }
    /// Returns the difference between two distances.
    public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.duration - rhs.duration) }
    /// Returns the product of the distances in seconds.
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.duration * (rhs.duration / .seconds(1))) }
    /// Multiplies the distance in seconds by another one.
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
  }
}

extension StoreEngine {
  /// A scheduler on the store's clock and executor, for pipelines; its times count from now.
  public nonisolated var scheduler: StoreScheduler { StoreScheduler(self) }
}
