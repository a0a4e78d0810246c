/// Has an executor and the main actor take turns until both are quiet.
///
/// Where the executor runs its jobs in turns of its own, this only looks: it comes back by the pool, and so at any point
/// of the main actor's order, which is to decide nothing.
@MainActor
final class SettlingTurns {
  private let executor: any EffectExecutor
  private let limit: Duration
  private let limitIsWhole: Bool
  /// How long the executor had worked when the limit began.
  private var workBefore: Duration

  init(of executor: any EffectExecutor, limitIsWhole: Bool) {
    self.executor = executor
    self.limitIsWhole = limitIsWhole
    limit = executor.activity.settlingLimit
    workBefore = executor.activity.work
  }

  /// Becomes quiet and wakes somebody, again and again.
  ///
  /// - Returns: whether it became quiet, and there is nobody to wake.
  func follow(waking wakeNext: @escaping @MainActor () -> Bool) async -> Bool {
    repeat {
      guard await becomeQuiet() else { break }
      guard await wakeQuickly(wakeNext) else { return true }
    } while !limitIsWhole || !isOver
    executor.activity.reportUnsettled(after: limit)
    return false
  }

  private var isOver: Bool { executor.activity.work - workBefore > limit }

  private func beginLimit() {
    if !limitIsWhole { workBefore = executor.activity.work }
  }

  /// Has the executor run its jobs, unless it will by itself; `false` where there are none.
  private func run() -> Bool {
    executor.isRunDue || executor.activity.measure(executor.runUntilIdle)
  }

  /// Takes turns that leave time for tasks that are resumed on the main actor.
  ///
  /// - Returns: `false` when its time is over.
  private func becomeQuiet() async -> Bool {
    beginLimit()
    let activity = executor.activity
    var quietTurns = 0
    var knownJobs = -1
    var knownOperations = -1
    // A job on the main actor may itself be the last of a chain through it; each turn follows one link.
    while quietTurns < (knownOperations == 0 ? 3 : 64) {
      _ = run()
      // Asked for all jobs: those between two looks may have run in a turn of the executor's own.
      // An operation that has ended meanwhile gives the executor a job, which may have others follow.
      let (jobs, operations) = (executor.jobCount, activity.restlessOperations)
      let isQuiet = !executor.isRunDue && jobs == knownJobs && operations == knownOperations
      let isFirst = knownJobs < 0
      quietTurns = isQuiet ? quietTurns + 1 : 0
      (knownJobs, knownOperations) = (jobs, operations)
      // Its end resumes this task by way of the pool, as that of any task: behind those that were resumed before.
      await Task.detached { @MainActor in }.value
      if !isQuiet, !isFirst, isOver { return false }
    }
    return true
  }

  /// Wakes one after another, and has all they do happen, while that is seen by the executor alone.
  ///
  /// Each turn is one job of the main actor. To suspend in each, as ``becomeQuiet()`` does, would take fifty times as
  /// long.
  ///
  /// - Returns: whether somebody was woken, after whom it has to become quiet.
  private func wakeQuickly(_ wakeNext: @escaping @MainActor () -> Bool) async -> Bool {
    guard wakeNext() else { return false }
    await withUnsafeContinuation(isolation: MainActor.shared) { continuation in
      followWoken(wakeNext, continuation)
    }
    return true
  }

  private func followWoken(
    _ wakeNext: @escaping @MainActor () -> Bool,
    _ continuation: UnsafeContinuation<Void, Never>
  ) {
    beginLimit()
    // One who was woken elsewhere comes back whenever the pool lets it.
    guard run() else { return continuation.resume() }
    takeTurn(quietTurns: 0, knownJobs: executor.jobCount, wakeNext, continuation)
  }

  private func takeTurn(
    quietTurns: Int,
    knownJobs: Int,
    _ wakeNext: @escaping @MainActor () -> Bool,
    _ continuation: UnsafeContinuation<Void, Never>
  ) {
    Task.detached { @MainActor in
      _ = self.run()
      let jobs = self.executor.jobCount
      let quietTurns = !self.executor.isRunDue && jobs == knownJobs ? quietTurns + 1 : 0
      guard self.executor.activity.restlessOperations == 0, !self.isOver else { return continuation.resume() }
      guard quietTurns == 3 else {
        return self.takeTurn(quietTurns: quietTurns, knownJobs: jobs, wakeNext, continuation)
      }
      guard wakeNext() else { return continuation.resume() }
      self.followWoken(wakeNext, continuation)
    }
  }
}
