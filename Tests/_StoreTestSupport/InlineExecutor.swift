/// Runs every job at once, on the thread that enqueues it.
///
/// An effect begins, and may end, while its task is being created. No job may come from a cancellation handler, which
/// would still be running when the task continues.
package final class InlineExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
