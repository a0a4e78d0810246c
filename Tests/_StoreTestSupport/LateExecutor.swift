/// Runs each job on the main actor, many turns after it has come: those who look meanwhile do so again and again.
///
/// It cannot be asked to run all it has: a store settles on it as it does in the pool.
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
