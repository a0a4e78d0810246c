/// Runs each job in a turn of the main actor of its own, in order, so that a test can run between two of them.
///
/// It cannot be asked to run all its jobs: a store settles on it as in the pool.
package final class MainTurnExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Task.detached { @MainActor in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
