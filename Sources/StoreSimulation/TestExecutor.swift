import DequeModule
public import StoreCore

/// Runs effects one at a time, in the order in which they became ready, on the main thread.
///
/// Given to a store, it makes a run of its effects repeatable, and lets `settle()` see all they do:
///
/// ```swift
/// let executor = TestExecutor()
/// let store = Store(initialState: Search(), options: StoreOptions(executor: executor), reduce: reduce)
/// store.send(.typed("sw"))
/// await store.settle()
/// ```
///
/// Jobs run in a turn of the main actor that is scheduled when the first of them comes, so that a test may also simply
/// await an effect. `settle()` waits for these turns and runs no jobs by itself: the order depends on what the test does
/// alone, however busy the machine is. An effect that leaves the executor for an actor or another executor comes back to
/// it. What it waits for outside of the executor and the main actor is not seen by `settle()`; use a ``TestClock``.
public final class TestExecutor: EffectExecutor {
  private struct State {
    var jobs: Deque<UnownedJob> = []
    var isRunDue = false
    /// The task whose part runs, and the effects of the tasks that are known; for stories alone.
    var running: String?
    var effects: [String: SimulatedEffect] = [:]
  }

  private let state = Locked(State())
  /// Says what runs next; without one the job that has been ready for the longest time.
  let schedule: Schedule?
  /// How many jobs have run so far.
  @MainActor public private(set) var jobCount = 0
  /// Whether jobs wait for a turn of the main actor.
  @MainActor public var isRunDue: Bool { state.withLock { $0.isRunDue } }
  /// What the stores tell.
  public let activity = ExecutorActivity()

  /// Creates an executor without jobs.
  public init() {
    schedule = nil
  }

  /// Creates an executor that chooses what runs next: the same seed reproduces the run.
  ///
  /// It chooses among the jobs that are ready, and has the main actor do its work between two of them now and then, so
  /// that what effects send is handled earlier or later. See <doc:ExploringSchedules>.
  public init(seed: UInt64) {
    schedule = Schedule(seed: seed)
  }

  /// Creates an executor that has its choices made by a schedule.
  init(schedule: Schedule?) {
    self.schedule = schedule
  }

  /// Takes a job behind those that wait.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsRun = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunDue = true }
      return !state.isRunDue
    }
    if needsRun {
      runLater()
    }
  }

  private func runLater() {
    Task.detached { @MainActor in _ = self.activity.measure(self.runUntilIdle) }
  }

  /// Runs jobs, also those that they add, until none is left, or the main actor has its turn: after a thousand jobs, or
  /// as a seed has it.
  ///
  /// - Returns: whether there was any.
  @MainActor
  public func runUntilIdle() -> Bool {
    var count = 0
    while let job = next() {
      count += 1
      jobCount += 1
      run(job)
      if count == 1_000 || schedule?.interrupts(before: state.withLock { $0.jobs.count }) == true {
        runLater()
        break
      }
    }
    return count > 0
  }

  /// Runs a job; afterwards a story can say which effect it was a part of.
  @MainActor
  private func run(_ job: UnownedJob) {
    guard let schedule, schedule.tellsStory else { return job.runSynchronously(on: asUnownedTaskExecutor()) }
    let task = job.description
    state.withLock { $0.running = task }
    job.runSynchronously(on: asUnownedTaskExecutor())
    schedule.noteRun(of: state.withLock { $0.effects[task] })
  }

  /// Notes that the task whose part runs is that of an effect.
  func noteEffect(_ effect: SimulatedEffect) {
    state.withLock { state in
      if let task = state.running { state.effects[task] = effect }
    }
  }

  private func next() -> UnownedJob? {
    guard let schedule else { return take(at: 0) }
    // Chosen outside of the lock; jobs that come meanwhile stand behind.
    let count = state.withLock { $0.jobs.count }
    return take(at: schedule.choosePart(of: count))
  }

  /// Takes a job out; only the main actor does.
  private func take(at index: Int) -> UnownedJob? {
    state.withLock { state in
      guard index < state.jobs.count else {
        state.isRunDue = false
        return nil
      }
      return state.jobs.remove(at: index)
    }
  }
}
