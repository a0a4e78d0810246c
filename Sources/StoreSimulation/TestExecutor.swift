import DequeModule
public import StoreCore

/// An executor that runs effects one at a time, in the order in which they became ready, on the main thread.
///
/// In a store's options it makes a run of the store's effects repeatable, and lets `settle()` see all that they do:
///
/// ```swift
/// let executor = TestExecutor()
/// let store = Store(initialState: Search(), options: StoreOptions(executor: executor), reduce: reduce)
/// store.send(.typed("sw"))
/// await store.settle()
/// ```
///
/// Jobs run in a turn of the main actor that is scheduled when the first of them arrives, so that a test may also
/// simply await an effect. `settle()` waits for these turns and runs no jobs by itself: the order depends only on what
/// the test does, however busy the machine is. An effect that leaves the executor for an actor or another executor
/// returns to it. `settle()` does not see waits outside of the executor and the main actor; use a ``TestClock``.
public final class TestExecutor: EffectExecutor {
  /// A job that is ready.
  private struct Job {
    let job: UnownedJob
    #if DEBUG
    /// The element of a stream whose handling has made it ready.
    let link = StreamChain.current
    #endif
  }

  private struct State {
    var jobs: Deque<Job> = []
    var isRunDue = false
    /// Whether jobs wait for ever.
    var isClosed = false
    /// The task whose part runs, and the effects of known tasks; only for stories.
    var running: String?
    var effects: [String: SimulatedEffect] = [:]
  }

  private let state = Locked(State())
  /// The choice of what runs next; without it, the job that has been ready for the longest time.
  let schedule: Schedule?
  /// The number of jobs that have run so far.
  @MainActor public private(set) var jobCount = 0
  /// Whether jobs wait for a turn of the main actor.
  @MainActor public var isRunDue: Bool { state.withLock { $0.isRunDue } }
  /// What the stores report.
  package let activity = ExecutorActivity()

  /// Creates an executor without jobs.
  public init() {
    schedule = nil
  }

  /// Creates an executor that chooses by a seed what runs next: the same seed reproduces the run.
  ///
  /// It chooses among the ready jobs, and now and then lets the main actor do its work between two of them, so that
  /// what effects send is handled earlier or later. See <doc:ExploringSchedules>.
  public init(seed: UInt64) {
    schedule = Schedule(seed: seed)
  }

  /// Creates an executor whose choices a schedule makes.
  init(schedule: Schedule?) {
    self.schedule = schedule
  }

  /// Waits until the executor has nothing left to do, including what jobs on the main actor give it.
  ///
  /// Tasks that go back and forth between the two are followed to their ends. A chain of jobs on the main actor alone,
  /// each of which adds the next one, is followed for three links, and for 64 while an effect's operation on the main
  /// actor has neither ended nor sleeps on a test clock. What waits for something else, such as another executor, a
  /// dispatch queue or a file, is not seen, and may continue later. It returns early when the waiting task is cancelled.
  ///
  /// If it does not become quiet within `StoreOptions.settlingLimit`, the longest among its stores, it returns, and the
  /// stores report `RuntimeIssue.Kind.notSettled`.
  @MainActor
  public func settle() async {
    _ = await SettlingTurns(of: self).settle()
  }

  /// Adds a job after those that wait.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = Job(job: UnownedJob(job))
    let needsRun = state.withLock { state in
      state.jobs.append(job)
      guard !state.isClosed else { return false }
      defer { state.isRunDue = true }
      return !state.isRunDue
    }
    if needsRun {
      runLater()
    }
  }

  /// Ends it, with what goes on for ever: jobs never run from now on.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.isRunDue = false
    }
  }

  private func runLater() {
    Task.detached { @MainActor in
      let count = self.jobCount
      if self.activity.measure(self.runUntilIdle) { self.activity.noteOwnTurn(jobs: self.jobCount - count) }
    }
  }

  /// Runs jobs, including those that they add, until none is left, or the main actor gets a turn: after a thousand
  /// jobs, or when the seed says so.
  ///
  /// - Returns: whether there was any job.
  @MainActor
  public func runUntilIdle() -> Bool {
    var count = 0
    while let job = next() {
      count += 1
      jobCount += 1
      #if DEBUG
      StreamChain.with(job.link) { run(job.job) }
      #else
      run(job.job)
      #endif
      if count == 1_000 || schedule?.interrupts(before: state.withLock { $0.jobs.count }) == true {
        runLater()
        break
      }
    }
    return count > 0
  }

  /// Runs a job, and lets a story say which effect it was a part of.
  @MainActor
  private func run(_ job: UnownedJob) {
    guard let schedule, schedule.tellsStory else { return job.runSynchronously(on: asUnownedTaskExecutor()) }
    let task = job.description
    state.withLock { $0.running = task }
    job.runSynchronously(on: asUnownedTaskExecutor())
    schedule.noteRun(of: state.withLock { $0.effects[task] })
  }

  /// Notes which effect the running task belongs to.
  func noteEffect(_ effect: SimulatedEffect) {
    state.withLock { state in
      if let task = state.running { state.effects[task] = effect }
    }
  }

  private func next() -> Job? {
    guard let schedule else { return take(at: 0) }
    // Chosen outside of the lock; jobs that arrive meanwhile are added at the end.
    let count = state.withLock { $0.jobs.count }
    return take(at: schedule.choosePart(of: count))
  }

  /// Removes a job; only the main actor does.
  private func take(at index: Int) -> Job? {
    state.withLock { state in
      guard !state.isClosed, index < state.jobs.count else {
        state.isRunDue = false
        return nil
      }
      return state.jobs.remove(at: index)
    }
  }
}
