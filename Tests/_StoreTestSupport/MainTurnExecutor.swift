/// Runs each job on a turn of the main actor of its own, in order, where a test can get between two of them.
///
/// It cannot be asked to run all it has: a store settles on it as it does in the pool.
package final class MainTurnExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Task.detached { @MainActor in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
