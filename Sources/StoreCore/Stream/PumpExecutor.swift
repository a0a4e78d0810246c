/// The executor of a stream's pump, which knows whether the pump waits, and for what.
///
/// A sequence that was asked for an element may have it already, so asking alone does not tell whether the pump waits.
/// The pump is suspended when none of its jobs runs or waits to run. Each job runs where the store's effects do, in a
/// task that counts it. If the store's own executor sees all that runs, the pump runs there, uncounted.
package final class PumpExecutor: TaskExecutor {
  private struct State {
    /// Whether the next element is all that a suspended pump waits for, unless it waits for room.
    var isAsking = false
    var isBlocked = false
    /// The number of jobs of the pump so far, and of those that have not ended.
    var jobCount = 0
    var openJobs = 0
    /// The pump that waits for room.
    var room: Waiter?
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
  var isWaitingForElement: Bool { state.withLock { $0.isAsking && !$0.isBlocked && $0.openJobs == 0 } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { state in
      state.jobCount += 1
      state.openJobs += 1
    }
    let priority = TaskPriority(job.priority)
    Task.detached(executorPreference: mailbox.table.executor, priority: priority) { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      state.withLock { $0.openJobs -= 1 }
      mailbox.tellWatcher()
    }
  }

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
    state.withLock { $0.room.take() }?.finish()
  }
}
