package import StoreCore

/// A clock that stands still until a test advances it.
///
/// It moves from deadline to deadline. Sleepers are woken in the order of their deadlines, and those with equal
/// deadlines in the order in which they began, timeouts last. Between two wakings everything that can run has run.
///
/// ```swift
/// let executor = TestExecutor()
/// let clock = TestClock(executor: executor)
/// store.send(.typed("sw"))            // its effect sleeps for 300 ms on the clock
/// await clock.advance(by: .milliseconds(299))
/// ```
///
/// To wait for an effect that sleeps on it, by a handle or `perform`, have another task advance the clock:
///
/// ```swift
/// async let count = store.perform(.load, returning: \.count)
/// await clock.advance(by: .seconds(1))
/// ```
///
/// A wait that nobody ends by advancing the clock is given up, with an issue of kind
/// `RuntimeIssue.Kind.waitForSleepers` at its line, or else at that of the send; see ``waitLimit``.
public final class TestClock: Clock {
  /// A time, as the distance from the clock's beginning.
  public struct Instant: InstantProtocol {
    /// The distance from the clock's beginning.
    public var offset: Duration

    /// Creates the time at a distance from the clock's beginning.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// Returns the time that is later by a duration, or the last possible time if that would be later still.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset.saturatingSum(with: duration))
    }

    /// Returns how much later the other time is, or the longest possible duration if that would be longer still.
    public func duration(to other: Instant) -> Duration {
      // The least duration cannot be negated.
      other.offset.saturatingSum(with: offset.attoseconds == .min ? Duration(attoseconds: .max) : .zero - offset)
    }

    /// Returns whether the first time is the earlier one.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  private let sleepers = Locked(Sleepers())
  private let lateTimes = Locked(LateTimes())
  private let givesUp = Locked(false)
  private let limitOfWaits = Locked(Duration.seconds(1))
  private let farAdvanceHook = Locked<(@MainActor @Sendable (FarAdvance) -> Void)?>(nil)
  package let executor: any EffectExecutor

  /// Creates a clock at its beginning.
  ///
  /// - Parameter executor: The executor of the effects that sleep on the clock.
  public convenience init(executor: TestExecutor) {
    self.init(followedBy: executor)
  }

  package init(followedBy executor: any EffectExecutor) {
    self.executor = executor
  }

  /// The current time of the clock.
  public var now: Instant {
    sleepers.withLock { $0.now }
  }

  /// How long a wait for an effect that sleeps on the clock goes on, by the system's clock, while nothing that can be
  /// seen runs; by default a second.
  ///
  /// It is for tasks that advance the clock later, after work that neither the executor nor the main actor can see, such
  /// as reading a file. A test that passes is never slowed down. With zero a wait is given up as soon as the executor and
  /// the main actor are quiet.
  public var waitLimit: Duration {
    get { limitOfWaits.withLock { $0 } }
    set { limitOfWaits.withLock { $0 = newValue } }
  }

  /// Zero: the clock knows every time exactly.
  public var minimumResolution: Duration { .zero }

  /// The deadlines of the sleepers, the earliest first.
  public var deadlines: [Instant] {
    sleepers.withLock { $0.deadlines }
  }

  private var nextDeadline: Instant? { sleepers.withLock { $0.nextDeadline } }

  /// Suspends until the clock has been advanced to a deadline.
  ///
  /// The tolerance is ignored.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    var lateness = Duration.zero
    if let schedule, schedule.changesEffects, deadline > now {
      lateness = SimulatedEffect.current(in: schedule.effects).map { schedule.latenessOfSleep(of: $0) } ?? .zero
      noteLateness(of: lateness, from: deadline)
    }
    try await sleep(untilExactly: deadline.advanced(by: lateness))
  }

  /// Suspends until a deadline, without the schedule's lateness.
  func sleep(untilExactly deadline: Instant) async throws {
    let sleep = ClockSleep(on: self, until: deadline)
    let id = sleepers.withLock { $0.add(sleep, until: deadline, isLast: TimeoutWait.isCurrent) }
    guard let id else {
      sleep.wake()
      await sleep.wait()
      // A loop of such sleeps would let nothing else run, not even the wait that ends it.
      if sleepers.withLock({ $0.hasLoopOfNoSleeps }) { await Task.yield() }
      return
    }
    await withTaskCancellationHandler {
      await sleep.wait()
    } onCancel: {
      sleepers.withLock { $0.remove(id) }
      sleep.wake()
    }
    try Task.checkCancellation()
  }

  /// Advances the clock by a duration, waking the sleepers whose deadlines it reaches.
  ///
  /// It settles the executor and the main actor before the first waking and after each. The clock of a test store shows a
  /// warning at the place of the call if the last sleep ends far too early for it: after less than a hundredth of the
  /// time that is left then. The arguments after `duration` are that place; leave them out.
  ///
  /// - Parameters:
  ///   - duration: How far the clock moves.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  @MainActor
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let start = now
    var last = start
    await advance(to: start.advanced(by: duration), isInclusive: true) { last = $0 }
    let advance = FarAdvance(duration: duration, lastSleep: start.duration(to: last), site: site)
    guard advance.isFar, nextDeadline == nil else { return }
    farAdvanceHook.withLock(\.self)?(advance)
  }

  /// Advances the clock to a time.
  ///
  /// A time that has passed wakes no sleeper.
  @MainActor
  public func advance(to time: Instant) async {
    await advance(to: time, isInclusive: true)
  }

  /// Advances the clock to a time, and wakes only the sleepers whose deadlines are before it.
  @MainActor
  public func advance(upTo time: Instant) async {
    await advance(to: time, isInclusive: false)
  }

  @MainActor
  private func advance(
    to time: Instant,
    isInclusive: Bool,
    onWaking: @escaping @MainActor (Instant) -> Void = { _ in }
  ) async {
    await settle {
      guard self.wakeNext(until: time, isInclusive: isInclusive) else { return false }
      onWaking(self.now)
      return true
    }
  }

  /// Calls a closure, in place of an earlier one, after each advance that goes on far beyond the last sleep.
  package func notifyOfFarAdvances(_ body: @escaping @MainActor @Sendable (FarAdvance) -> Void) {
    farAdvanceHook.withLock { $0 = body }
  }

  /// Settles the executor and the main actor, and wakes one sleeper after another until there is none to wake.
  @MainActor
  func settle(
    limitIsWhole: Bool = false,
    endsByCancel: Bool = false,
    waking wakeNext: @escaping @MainActor () -> Bool = { false }
  ) async {
    let turns = SettlingTurns(of: executor, limitIsWhole: limitIsWhole)
    if await !turns.settle(endsByCancel: endsByCancel, waking: wakeNext) { noteGivenUpWait() }
  }

  /// Notes that a wait was given up after `StoreOptions.settlingLimit`: by the machine's time, not its own.
  func noteGivenUpWait() { givesUp.withLock { $0 = true } }

  /// Whether one of the waits for its stores was given up.
  var hasGivenUp: Bool { givesUp.withLock { $0 } }

  /// Wakes the next sleeper that is due by a time, or, if there is none, moves the clock to that time.
  @MainActor
  private func wakeNext(until time: Instant, isInclusive: Bool = true) -> Bool {
    guard let sleep = popNext(until: time, isInclusive: isInclusive) else { return false }
    sleep.wake()
    return true
  }

  /// The choices of the run, if there are any.
  private var schedule: Schedule? { (executor as? TestExecutor)?.schedule }

  private func popNext(until time: Instant, isInclusive: Bool) -> ClockSleep? {
    // Chosen outside of the lock: an observer of the choice may ask for the time.
    let place = schedule.map { schedule in
      schedule.chooseSleeper(of: sleepers.withLock { $0.nextCount(until: time, isInclusive: isInclusive) })
    }
    return sleepers.withLock { $0.popNext(until: time, isInclusive: isInclusive, at: place ?? 0) }
  }

  /// Moves the clock by a duration at once, like the clock of a machine that was asleep.
  ///
  /// All sleepers whose deadline has passed are woken in the order of their deadlines, and see the new time; then it
  /// settles the executor and the main actor.
  @MainActor
  public func jump(by duration: Duration) async {
    await settle()
    let time = now.advanced(by: duration)
    let due = sleepers.withLock { $0.popAll(until: time) }
    for sleep in due {
      sleep.wake()
    }
    await settle()
  }

  /// Advances the clock to the next deadline, if there is one, and wakes all sleepers with that deadline.
  ///
  /// - Returns: whether a sleeper was woken.
  @MainActor
  @discardableResult
  public func advanceToNextDeadline() async -> Bool {
    await settle()
    guard let deadline = nextDeadline else { return false }
    await settle { self.wakeNext(until: deadline) }
    return true
  }

  /// Notes that a schedule makes something late for a while.
  func noteLateness(of time: Duration, from start: Instant? = nil) {
    guard time > .zero else { return }
    let now = now
    lateTimes.withLock {
      $0.add(from: (start ?? now).offset, to: (start ?? now).advanced(by: time).offset, at: now.offset)
    }
  }

  /// Advances the clock from deadline to deadline until there is no sleeper, or `limit` is over.
  ///
  /// Times at which something is late do not count towards the limit, but after sixty times the limit it ends anyway,
  /// and after very many wakings, as of a ticker with an interval of a nanosecond.
  @MainActor
  func advanceUntilIdle(within limit: Duration) async {
    // Keeps the end within the range of a duration.
    let limit = EffectClock.wait(for: limit)
    var rest = limit
    let end = now.advanced(by: limit * 60)
    var wakings = 0
    await settle(endsByCancel: true) {
      wakings += 1
      guard wakings <= SettlingTurns.mostWakings else { return false }
      guard let deadline = self.nextDeadline, deadline <= end else { return false }
      let now = self.now.offset
      rest -= self.lateTimes.withLock { $0.timeWithout(from: now, to: deadline.offset) }
      return rest >= .zero && self.wakeNext(until: deadline)
    }
  }

  /// Advances the clock from deadline to deadline until there is no sleeper.
  ///
  /// If effects sleep again and again for ever, as a ticker does, it gives up after `StoreOptions.settlingLimit`, or after
  /// a hundred thousand wakings, and the stores report it: advance to a time instead. An exploration or a comparison in
  /// which that happens is in doubt, because the machine decides where it ends. It ends early when its task is cancelled.
  @MainActor
  public func runUntilIdle() async {
    await settle(limitIsWhole: true, endsByCancel: true) {
      self.nextDeadline.map { self.wakeNext(until: $0) } ?? false
    }
  }
}

extension TestClock: ManualClock {
  /// The current time, as the distance from the clock's beginning.
  package var time: Duration { now.offset }
}

extension Duration {
  /// Returns the sum, or the longest duration of its sign if the sum overflows.
  fileprivate func saturatingSum(with other: Duration) -> Duration {
    let (sum, overflows) = attoseconds.addingReportingOverflow(other.attoseconds)
    guard overflows else { return Duration(attoseconds: sum) }
    return Duration(attoseconds: other.attoseconds < 0 ? .min : .max)
  }
}
