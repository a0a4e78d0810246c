/// Runs each job on the main actor, many turns after it was enqueued, so that a waiting `settle()` looks many times.
///
/// It cannot be asked to run all its jobs: a store settles on it as in the pool.
package final class LateExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    run(UnownedJob(job), after: 20)
  }

  private func run(_ job: UnownedJob, after turns: Int) {
    Task.detached { @MainActor in
      guard turns == 0 else { return self.run(job, after: turns - 1) }
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
