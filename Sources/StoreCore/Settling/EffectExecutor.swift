/// A task executor that can be asked to run all its jobs, so that a store's `settle()` knows what can still happen.
///
/// `settle()` trusts it: an executor that claims to work, by ``isRunDue`` or by ``jobCount``, and does not, is waited
/// for without end, as the limit counts the time that it has worked.
package protocol EffectExecutor: TaskExecutor {
  /// Runs jobs, including those that they add, until none is left.
  ///
  /// It may stop earlier, to leave time for other work and to keep time limits: the caller asks again.
  ///
  /// - Returns: whether there was a job.
  @MainActor func runUntilIdle() -> Bool

  /// Whether it will run its jobs by itself, in a turn of the main actor that is scheduled already.
  ///
  /// Then `settle()` leaves them to that turn. An executor whose jobs all run in such turns runs them at the same
  /// points of the main actor's order each time, however long a settling takes. The default is `false`.
  @MainActor var isRunDue: Bool { get }

  /// The number of jobs that have run so far, whatever ran them.
  @MainActor var jobCount: Int { get }

  /// The record that the stores with this executor write to: the same one each time.
  var activity: ExecutorActivity { get }
}

extension EffectExecutor {
  /// `false`: jobs run when `settle()` asks.
  @MainActor package var isRunDue: Bool { false }

  /// Waits until the executor has nothing left to do, as `TestExecutor.settle()` says.
  @MainActor
  package func settle() async {
    _ = await SettlingTurns(of: self).settle()
  }
}

/// A record of what an ``EffectExecutor`` and its stores do.
///
/// An executor keeps one; its stores write into it.
package final class ExecutorActivity: Sendable {
  private struct Store {
    weak var table: EffectTable?
  }

  private struct State {
    var operations: Set<Int> = []
    var resting: Set<Int> = []
    var sleeping: Set<ObjectIdentifier> = []
    var waking: Set<ObjectIdentifier> = []
    var stores: [Store] = []
    var sweepCount = 16
    var work = Duration.zero
    var repeatedActions: [String]?
    var reportsNeverQuiet = true
    var mostTurns = 10_000
  }

  private let state = Locked(State())
  /// Watches the waits for effects that sleep on a test clock.
  package let waitWatch = WaitWatch()

  /// Creates a record without stores.
  package init() {}

  // MARK: Operations on the main actor

  /// The number of operations on the main actor that have begun and not ended.
  package var operationsOnMainActor: Int { state.withLock { $0.operations.count } }

  /// The number of these that may continue by themselves, as they do not sleep on a test clock.
  var restlessOperations: Int { state.withLock { $0.operations.count - $0.resting.count } }

  /// Notes that the current task begins an operation on the main actor.
  func beginOperation() {
    guard let task = Self.currentTask else { return }
    state.withLock { _ = $0.operations.insert(task) }
  }

  func endOperation() {
    guard let task = Self.currentTask else { return }
    state.withLock { state in
      state.operations.remove(task)
      state.resting.remove(task)
    }
  }

  /// Notes that the current task sleeps on a test clock; returns it if it is an operation on the main actor, and not a
  /// child task, whose sleep leaves the operation running.
  package func beginRest() -> Int? {
    guard let task = Self.currentTask else { return nil }
    return state.withLock { state in
      guard state.operations.contains(task) else { return nil }
      state.resting.insert(task)
      return task
    }
  }

  package func endRest(of task: Int) { state.withLock { _ = $0.resting.remove(task) } }

  /// A number that is unique among live tasks.
  private static var currentTask: Int? {
    // Only its number leaves the closure, not the task.
    withUnsafeCurrentTask { $0?.hashValue }
  }

  // MARK: Sleepers on a test clock

  /// The number of sleepers that were woken and have not resumed yet.
  var wakingCount: Int { state.withLock { $0.waking.count } }

  package func beginSleep(_ sleep: ObjectIdentifier, _ sleeper: ClockSleeper) {
    state.withLock { _ = $0.sleeping.insert(sleep) }
    waitWatch.begin(sleep, sleeper)
  }

  /// Notes that a sleeper is woken, the first time.
  package func noteWaking(_ sleep: ObjectIdentifier) {
    state.withLock { state in
      if let sleep = state.sleeping.remove(sleep) { state.waking.insert(sleep) }
    }
    waitWatch.end(sleep)
  }

  package func endSleep(_ sleep: ObjectIdentifier) {
    state.withLock { state in
      state.sleeping.remove(sleep)
      state.waking.remove(sleep)
    }
  }

  // MARK: Work

  /// The time for which the executor has run jobs so far, without that of other work on the main actor.
  var work: Duration { state.withLock { $0.work } }

  /// Runs jobs, and adds the time that they take to the executor's work.
  package func measure(_ runJobs: () -> Bool) -> Bool {
    let start = ContinuousClock.now
    let result = runJobs()
    state.withLock { $0.work += ContinuousClock.now - start }
    return result
  }

  // MARK: Stores

  func add(_ table: EffectTable) {
    state.withLock { state in
      if state.stores.count >= state.sweepCount {
        state.stores.removeAll { $0.table == nil }
        state.sweepCount = max(16, state.stores.count * 2)
      }
      state.stores.append(Store(table: table))
    }
  }

  /// Whether there has been a store with the executor.
  package var hasHadStores: Bool { state.withLock { !$0.stores.isEmpty } }

  /// The number of stores that it remembers, for tests of its bounds.
  var storeCount: Int { state.withLock { $0.stores.count } }

  /// Whether any of its stores has an effect that has not ended, or a handler that has not returned.
  package var hasTasks: Bool { tables.contains { $0.hasTasks || $0.suspendedAction != nil } }

  private var tables: [EffectTable] { state.withLock { $0.stores.compactMap(\.table) } }

  /// Whether all that its stores do is to sleep on test clocks.
  var onlySleeps: Bool { waitWatch.sleeps(tables) }

  /// The longest limit among the stores.
  var settlingLimit: Duration {
    tables.map(\.options.settlingLimit).max() ?? StoreOptions.defaultSettlingLimit
  }

  /// Reports a wait that was given up: by each store that has effects, or by all stores if none has.
  func reportUnsettled(_ end: SettlingEnd) {
    if case .neverQuiet = end, !reportsNeverQuiet { return }
    let tables = tables
    let busy = tables.filter { $0.hasTasks }
    for table in busy.isEmpty ? tables : busy { table.reportUnsettled(end) }
  }

  /// The effects whose operations run, other than streams, and the handlers that have not returned.
  package var running: (effects: [EffectInfo], handlers: [String]) {
    let tables = tables
    let effects = tables.flatMap { table in
      table.effectReports(in: nil).compactMap { report in
        if case .running = report.status { report.effect } else { nil }
      }
    }
    return (effects, tables.compactMap(\.wordsOfHandled))
  }

  // MARK: What goes on for ever

  private let turnsOfWaits = TurnsOfWaits()

  /// Notes a turn that the executor has taken by itself.
  ///
  /// A wait from outside of effects is given up after so many of them that something goes on for ever.
  @MainActor
  package func noteOwnTurn(jobs: Int) { turnsOfWaits.note(jobs: jobs, in: self) }

  /// The actions that followed each other for ever while the time stood still, none if it was something else; `nil` if
  /// nothing did.
  package var repeatedActions: [String]? { state.withLock { $0.repeatedActions } }

  /// Notes what goes on for ever, the first time.
  func noteNeverQuiet(_ actions: [String]) {
    state.withLock { if $0.repeatedActions == nil { $0.repeatedActions = actions } }
  }

  /// The number of turns with work at one time of its clocks after which something goes on for ever.
  ///
  /// It is a count, so that a run ends at the same place on each machine. A turn with many jobs counts once for each
  /// hundred. Fewer are for tests of such ends.
  package var mostTurns: Int {
    get { state.withLock { $0.mostTurns } }
    set { state.withLock { $0.mostTurns = newValue } }
  }

  /// Whether stores report that something goes on for ever; else it is for the owner of the executor to say.
  package var reportsNeverQuiet: Bool {
    get { state.withLock { $0.reportsNeverQuiet } }
    set { state.withLock { $0.reportsNeverQuiet = newValue } }
  }

  /// Adds an observer to each store.
  func observe(_ observer: any RuntimeObserver) -> [StoreSubscription] { tables.map { $0.hub.add(observer) } }
}
