/// Runs every job at once, on the thread that has it to give.
///
/// An effect begins, and may end, while its task is being made. No job may come from a cancellation handler, which
/// would still be running when the task goes on.
package final class InlineExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
