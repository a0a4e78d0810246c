package import StoreCore

/// Runs jobs when it is asked, and never by itself.
package final class LazyExecutor: EffectExecutor {
  private let jobs = Locked<[UnownedJob]>([])
  @MainActor package private(set) var jobCount = 0
  package let activity = ExecutorActivity()

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  @MainActor
  package func runUntilIdle() -> Bool {
    var hasRun = false
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      hasRun = true
      jobCount += 1
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return hasRun
  }
}
