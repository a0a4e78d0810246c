import Synchronization

/// The agreement of a stream's pump and its store, apart from the elements: which of them waits, and whether the pump is
/// suspended.
///
/// It is the executor of the pump, unless the store's own executor sees all that runs. That a sequence was asked for an
/// element does not tell whether one is on its way: the sequence may have it already. The pump is suspended when none of
/// its jobs waits to run or runs. Each job runs where the store's effects do, in a task that counts it.
@usableFromInline
package final class StreamGate: TaskExecutor {
  private let isWaiting = Atomic<Bool>(false)
  /// How many jobs of the pump have come, and how many of them have run.
  private let jobs = Atomic<Int>(0)
  private let finishedJobs = Atomic<Int>(0)
  private let room = Locked<Waiter?>(nil)
  private let mailbox: AnyMailbox

  @usableFromInline
  package init(mailbox: AnyMailbox) {
    self.mailbox = mailbox
  }

  /// How many jobs of the pump have come.
  var jobCount: Int { jobs.load(ordering: .sequentiallyConsistent) }

  /// Whether the pump has asked the sequence for an element that has not come, and is suspended.
  ///
  /// To be asked before the buffer and the mailbox, where all is then that the pump has handed over.
  var isWaitingForElement: Bool {
    // In this order: a job that comes or ends in between makes the two differ.
    let finished = finishedJobs.load(ordering: .sequentiallyConsistent)
    return finished == jobCount && isWaiting.load(ordering: .sequentiallyConsistent)
  }

  @usableFromInline
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let priority = TaskPriority(job.priority)
    Task.detached(executorPreference: mailbox.table.executor, priority: priority) { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      finishedJobs.wrappingAdd(1, ordering: .sequentiallyConsistent)
      mailbox.tellWatcher()
    }
  }

  @usableFromInline
  func willWait() {
    isWaiting.store(true, ordering: .sequentiallyConsistent)
  }

  @usableFromInline
  func didReceive() {
    isWaiting.store(false, ordering: .sequentiallyConsistent)
  }

  /// Suspends the pump while `isFull` holds, until its cancellation.
  @usableFromInline
  package func waitForRoom(while isFull: () -> Bool) async {
    while isFull(), !Task.isCancelled {
      let waiter = Waiter()
      room.withLock { $0 = waiter }
      // Asked again after the waiter is in place: room made between the two would be missed otherwise.
      guard isFull() else { return }
      await withTaskCancellationHandler {
        await waiter.wait()
      } onCancel: {
        waiter.finish()
      }
    }
  }

  @usableFromInline
  package func makeRoom() {
    let waiter = room.withLock { room in
      defer { room = nil }
      return room
    }
    waiter?.finish()
  }
}
