public import StoreCore
public import StoreRecording

/// The environment of stores that are tested in virtual time: an executor, a clock, and a trace of what happens.
///
/// ```swift
/// let bench = TestBench()
/// let store = Store(initialState: Search(), options: bench.options, reduce: reduce)
/// store.send(.typed("sw"))
/// await bench.clock.advance(by: .milliseconds(300))
/// ```
@MainActor
public final class TestBench {
  /// The executor of the effects.
  public let executor: TestExecutor
  /// The clock of the effects.
  public let clock: TestClock
  /// The recorder of what the stores do, and of the choices, with the times of the clock.
  ///
  /// It keeps all, and the actions alive, but no states; with `isTraced: false`, nothing.
  public let recorder: Recorder
  /// What the stores have done, and the choices, a line for each.
  ///
  /// - Complexity: O(records) each time.
  public var trace: [String] { recorder.recording.text.eventLines }
  /// The source of all choices of the run; `nil` for the order in which things became ready.
  public let seed: UInt64?
  /// Random numbers for the test's own choices, by the seed.
  public var random: RandomChoices {
    // A copy may be what is used.
    get {
      usesRandom = true
      return choices
    }
    set {
      usesRandom = true
      choices = newValue
    }
  }
  private var choices: RandomChoices
  /// The seed of the random choices.
  private let randomSeed: UInt64
  /// Whether the test has made random choices.
  private(set) var usesRandom = false

  /// The property that was broken first; `nil` while none is.
  public internal(set) var brokenProperty: BrokenProperty?

  /// The stores that have properties.
  var stores: [AnyObject] = []
  private let madeStores = MadeStores()
  /// The stores that were alive at the end of the latest step, until the next one begins or all is quiet in the end.
  ///
  /// The function of an exploration has returned by then, and with it its stores would end.
  private var keptStores: [AnyObject] = []
  var finalProperties: [@MainActor (TestBench) -> Void] = []
  /// Whether the final properties are checked.
  var isAtEnd = false
  var stepCount = 0
  /// The words for the steps that were left out; empty without a trace.
  var skippedSteps: [Int: String] = [:]
  /// The number of lines of the trace when the first property was broken.
  var lineCountAtBreak: Int?
  let story = Story()
  let isTraced: Bool
  /// Further observers of the stores on the bench.
  var observers: [any RuntimeObserver] = []

  /// Creates a bench at the time zero.
  ///
  /// - Parameters:
  ///   - seed: The source of all choices of the run.
  ///   - time: How much longer things take than they say, by the seed: by default effects take up to two seconds longer.
  ///     Without a seed, each time is its lower bound.
  ///   - faults: What goes wrong with effects; written faults come without a seed too.
  ///   - search: How the choices are made.
  ///   - isTraced: Whether the ``recorder`` observes the stores.
  public convenience init(
    seed: UInt64? = nil,
    time: SeededTime = .default,
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

  /// Creates a bench whose run differs from the plain one by a list of deviations that an exploration has found.
  ///
  /// - Parameters:
  ///   - deviations: The differences of the run.
  ///   - time: How much longer things take; the run has the lower bounds.
  ///   - faults: What failing effects throw; by default a ``FaultError``. Only the list says what goes wrong.
  ///   - random: The seed of ``random``.
  ///   - isTraced: Whether the ``recorder`` observes the stores.
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
    // A run that depends on other work cannot be repeated.
    if schedule != nil { clock.waitLimit = .zero }
    let recorder = Recorder(Recorder.Limits(records: .max, states: 0)) { clock.now.offset }
    seed = schedule?.seed
    choices = RandomChoices(seed: random)
    randomSeed = random
    self.isTraced = isTraced
    self.executor = executor
    self.clock = clock
    self.recorder = recorder
    guard isTraced else { return }
    // Weak: the clock holds the executor, which holds the schedule.
    schedule?.tell { [weak recorder] in recorder?.note("chosen: \($0)") }
    schedule?.tell(story)
    schedule?.tellDeviations { [story, weak clock, weak recorder] deviation in
      guard let clock else { return }
      story.note(deviation, at: clock.now.offset)
      if deviation.isOfEffects { recorder?.note("simulated: \(deviation)") }
    }
  }

  /// The options of a store on the bench.
  public var options: StoreOptions {
    var options = StoreOptions(executor: executor, clock: clock, observers: isTraced ? [recorder] : [])
    options.observers += observers + [madeStores]
    guard let schedule = executor.schedule else { return options }
    options.observers.append(GivenUpWaits(clock: clock))
    // Without latencies and faults it only names effects for the story.
    if schedule.changesEffects || isTraced {
      options.observers.append(schedule.effects)
      options.effectInterceptor = EffectSimulation(schedule: schedule, executor: executor, clock: clock)
    }
    return options
  }

  /// Keeps the stores that are alive.
  func keepStores() { keptStores = madeStores.alive }

  /// No longer keeps the stores without properties.
  func releaseStores() { keptStores = [] }

  /// Gives a step random numbers of its own, which are the same whatever other steps draw; returns those of the others.
  func beginChoices(ofStep number: Int) -> RandomChoices {
    defer { choices = RandomChoices(seed: randomSeed, step: number) }
    return choices
  }

  /// Continues with the random numbers from before a step.
  func endChoices(_ others: RandomChoices) { choices = others }

  /// Lets the run say what goes on for ever, by its broken property, in place of the stores.
  func leaveNeverQuietToRun() { executor.activity.reportsNeverQuiet = false }

  /// Ends what goes on for ever, even if it ignores its cancellation: it would take the time of the runs that follow.
  nonisolated func endForEver() {
    if executor.activity.repeatedActions != nil { executor.close() }
  }

  deinit { endForEver() }

  /// The differences of the run from the plain one so far.
  public var deviations: [Deviation] { executor.schedule?.deviations ?? [] }

  /// The effects whose written faults have not come so far.
  public var missingFaults: Set<SimulatedEffect> { executor.schedule?.missingFaults ?? [] }
}

/// An observer that knows the stores on a bench.
private final class MadeStores: RuntimeObserver {
  private let handles = Locked<[StoreHandle]>([])

  var alive: [AnyObject] { handles.withLock { $0.compactMap(\.keeper) } }

  func begin(_ store: StoreHandle) {
    handles.withLock { handles in
      handles.removeAll { !$0.isAlive }
      handles.append(store)
    }
  }

  func receive(_ event: RuntimeEvent) {}
}

/// An observer that notes on a clock which waits of a store were given up.
private struct GivenUpWaits: RuntimeObserver {
  let clock: TestClock

  func receive(_ event: RuntimeEvent) {
    if case .issueFound(let issue) = event.kind, case .notSettled = issue.kind { clock.noteGivenUpWait() }
  }
}
