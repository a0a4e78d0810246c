/// The executor of a stream's pump: it knows whether the pump waits, and for what, and cancels its task between jobs.
///
/// A sequence that was asked for an element may have it already, so asking alone does not tell whether the pump waits.
/// The pump is suspended when none of its jobs runs or waits to run. Jobs run one at a time, where the store's effects
/// do, in a task that counts them. If the store's own executor sees all that runs, the pump runs there, uncounted.
///
/// A task with an executor asks for it each time that it changes executors, and takes the lock of its status to do so;
/// a cancel holds that lock while it calls cancellation handlers. Operators of other libraries change executors while
/// they hold a lock that their handlers take: had the cancel come during such a job, both threads would wait for ever.
package final class PumpExecutor: TaskExecutor {
  private struct State {
    /// Whether the next element is all that a suspended pump waits for, unless it waits for room.
    var isAsking = false
    var isBlocked = false
    /// The number of jobs of the pump so far.
    var jobCount = 0
    var turns = JobTurns<UnownedJob>()
    /// The pump's task, once it has been cancelled.
    var cancelled: Task<Void, Never>?
    /// The pump that waits for room.
    var room: Waiter?
    #if DEBUG
    /// The element whose handling has given the pump its last job.
    var link: StreamLink?
    #endif
  }

  private let state = Locked(State())
  private let mailbox: Mailbox

  package init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  /// The number of jobs of the pump so far.
  var jobCount: Int { state.withLock { $0.jobCount } }

  /// Whether the pump has asked the sequence for an element that has not come, and is suspended.
  ///
  /// Check this before the buffer and the mailbox, which then hold all that the pump has handed over.
  var isWaitingForElement: Bool { state.withLock { $0.isAsking && !$0.isBlocked && $0.turns.areOver } }

  /// Whether the pump waits for room.
  var isBlocked: Bool { state.withLock { $0.isBlocked } }

  // MARK: Jobs

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let turn = state.withLock { state in
      #if DEBUG
      state.link = StreamChain.current
      #endif
      state.jobCount += 1
      return state.turns.add(job)
    }
    if let turn { takeTurns(from: turn, priority: TaskPriority(job.priority)) }
  }

  /// Cancels the pump's task: at once, or as soon as the job that runs has ended.
  func cancel(_ task: Task<Void, Never>) {
    let turn = state.withLock { state in
      state.cancelled = task
      return state.turns.cancel()
    }
    guard turn != nil else { return }
    task.cancel()
    if let turn = state.withLock({ $0.turns.next() }) { takeTurns(from: turn) } else { mailbox.tellWatcher() }
  }

  /// Does what is due, in the pool, until nothing is left.
  private func takeTurns(from first: JobTurns<UnownedJob>.Turn, priority: TaskPriority? = nil) {
    Task.detached(executorPreference: mailbox.table.executor, priority: priority) { [self] in
      var next: JobTurns<UnownedJob>.Turn? = first
      while let turn = next {
        switch turn {
        case .run(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        case .cancel: state.withLock { $0.cancelled }?.cancel()
        }
        next = state.withLock { $0.turns.next() }
      }
      mailbox.tellWatcher()
    }
  }

  // MARK: Waiting

  /// Notes whether the pump, wherever it is suspended from now on, waits for an element.
  func setAsking(_ isAsking: Bool) {
    state.withLock { $0.isAsking = isAsking }
  }

  /// Suspends the pump while `isFull` holds and it is not cancelled.
  package func waitForRoom(while isFull: () -> Bool) async {
    defer { state.withLock { $0.isBlocked = false } }
    while isFull(), !Task.isCancelled {
      let waiter = Waiter()
      state.withLock { state in
        state.isBlocked = true
        state.room = waiter
      }
      // Checked again after the waiter is in place: room made between the two would be missed otherwise.
      guard isFull() else { return }
      await waiter.waitUnlessCancelled()
    }
  }

  package func makeRoom() {
    let room = state.withLock { $0.room.take() }
    #if DEBUG
    // The next element is no consequence of those that were handled.
    StreamChain.with(nil) { room?.finish() }
    #else
    room?.finish()
    #endif
  }

  #if DEBUG
  var link: StreamLink? { state.withLock { $0.link } }
  #endif
}
