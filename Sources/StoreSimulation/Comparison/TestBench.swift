public import StoreCore

/// The surroundings of stores that are tested in virtual time: an executor, a clock, and a trace of what happens.
///
/// ```swift
/// let bench = TestBench()
/// let store = Store(initialState: Search(), options: bench.options, reduce: reduce)
/// store.send(.typed("sw"))
/// await bench.clock.advance(by: .milliseconds(300))
/// ```
@MainActor
public final class TestBench {
  /// Runs the effects.
  public let executor: TestExecutor
  /// The time of the effects.
  public let clock: TestClock
  /// What the stores have done, and what was chosen.
  public let trace: RuntimeTrace
  /// Where all choices of the run come from; `nil` for the order in which things became ready.
  public let seed: UInt64?

  private let isTraced: Bool

  /// Creates a bench at the time zero.
  ///
  /// - Parameters:
  ///   - seed: Where all choices of the run come from.
  ///   - isTraced: Whether ``trace`` is written. It takes more time than what it tells of.
  public init(seed: UInt64? = nil, isTraced: Bool = true) {
    let executor = seed.map { TestExecutor(seed: $0) } ?? TestExecutor()
    let clock = TestClock(executor: executor)
    let trace = RuntimeTrace { clock.now.offset }
    self.seed = seed
    self.isTraced = isTraced
    self.executor = executor
    self.clock = clock
    self.trace = trace
    guard isTraced else { return }
    executor.schedule?.tell { trace.note("chosen: \($0)") }
  }

  /// The options of a store on the bench.
  public var options: StoreOptions {
    StoreOptions(executor: executor, clock: clock, observers: isTraced ? [trace] : [])
  }

  /// Goes to the time of a step of a scenario, and lets everything happen that comes before the step.
  ///
  /// With a seed the step comes before or after the sleepers of its time.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - step: The number of the step.
  public func advance(to time: Duration, beforeStep step: Int) async {
    let instant = TestClock.Instant(offset: time)
    if clock.deadlines.contains(where: { $0 <= instant }), executor.schedule?.stepIsFirst(step) == true {
      await clock.advance(upTo: instant)
    } else {
      await clock.advance(to: instant)
    }
  }
}
