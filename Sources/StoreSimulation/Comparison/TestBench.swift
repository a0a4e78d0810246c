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
  /// Numbers for the test's own choices, by the seed.
  public var random: RandomChoices {
    didSet { usesRandom = true }
  }
  /// Whether the test has made choices of its own.
  private(set) var usesRandom = false

  /// What was broken first; `nil` while nothing is.
  public internal(set) var brokenProperty: BrokenProperty?

  /// The stores that have properties.
  var stores: [AnyObject] = []
  var finalProperties: [@MainActor (TestBench) -> Void] = []
  var stepCount = 0
  let story = Story()
  let isTraced: Bool
  /// The others that are told of what stores on the bench do.
  var observers: [any RuntimeObserver] = []

  /// Creates a bench at the time zero.
  ///
  /// - Parameters:
  ///   - seed: Where all choices of the run come from.
  ///   - time: How much longer things take than they say, by the seed; without one, the least of their bounds.
  ///   - faults: What goes wrong with effects; what is written down does so without a seed too.
  ///   - search: How the choices are made.
  ///   - isTraced: Whether ``trace`` is written. It takes more time than what it tells of.
  public convenience init(
    seed: UInt64? = nil,
    time: SeededTime = .exact,
    faults: FaultPlan = .none,
    search: SearchStrategy = .default,
    isTraced: Bool = true
  ) {
    let isPlain = seed == nil && faults.isEmpty && !time.hasLeast
    self.init(
      schedule: isPlain ? nil : Schedule(seed: seed, strategy: search, time: time, faults: faults),
      random: seed ?? 0,
      isTraced: isTraced
    )
  }

  /// Creates a bench whose run differs from the plain one in a list of things, as an exploration has found it.
  ///
  /// - Parameters:
  ///   - deviations: In what the run differs.
  ///   - time: How much longer things take, of which the run has the least.
  ///   - faults: What failing effects throw; by default a ``FaultError``. What goes wrong is in the list alone.
  ///   - random: What ``random`` comes from.
  ///   - isTraced: Whether ``trace`` is written.
  public convenience init(
    replaying deviations: [Deviation],
    time: SeededTime = .exact,
    faults: FaultPlan = .none,
    random: UInt64 = 0,
    isTraced: Bool = true
  ) {
    let schedule = Schedule(seed: nil, time: time, faults: faults.withoutFaults, given: deviations)
    self.init(schedule: schedule, random: random, isTraced: isTraced)
  }

  init(schedule: Schedule?, random: UInt64, isTraced: Bool) {
    let executor = TestExecutor(schedule: schedule)
    let clock = TestClock(executor: executor)
    let trace = RuntimeTrace { clock.now.offset }
    seed = schedule?.seed
    self.random = RandomChoices(seed: random)
    self.isTraced = isTraced
    self.executor = executor
    self.clock = clock
    self.trace = trace
    guard isTraced else { return }
    // Weakly: the clock holds the executor, and that the schedule.
    schedule?.tell { [weak trace] in trace?.note("chosen: \($0)") }
    schedule?.tell(story)
    schedule?.tellDeviations { [story, weak clock, weak trace] deviation in
      guard let clock else { return }
      story.note(deviation, at: clock.now.offset)
      if deviation.isOfEffects { trace?.note("simulated: \(deviation)") }
    }
  }

  /// The options of a store on the bench.
  public var options: StoreOptions {
    var options = StoreOptions(executor: executor, clock: clock, observers: isTraced ? [trace] : [])
    options.observers += observers
    // Without latencies and faults it names effects for the story alone.
    if let schedule = executor.schedule, schedule.changesEffects || isTraced {
      options.observers.append(schedule.effects)
      options.effectInterceptor = EffectSimulation(schedule: schedule, executor: executor, clock: clock)
    }
    return options
  }

  /// In what the run differs from the plain one so far.
  public var deviations: [Deviation] { executor.schedule?.deviations ?? [] }

  /// The effects with faults that are written down and have not come so far.
  public var missingFaults: Set<SimulatedEffect> { executor.schedule?.missingFaults ?? [] }

  /// Goes to the time of a step of a scenario, and lets everything happen that comes before the step.
  ///
  /// With a seed the step comes before or after the sleepers of its time.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - step: The number of the step.
  public func advance(to time: Duration, beforeStep step: Int) async {
    let instant = TestClock.Instant(offset: time)
    // What was begun before may be about to sleep.
    await clock.settle()
    if clock.deadlines.contains(where: { $0 <= instant }), executor.schedule?.stepIsFirst(step) == true {
      await clock.advance(upTo: instant)
    } else {
      await clock.advance(to: instant)
    }
  }
}
