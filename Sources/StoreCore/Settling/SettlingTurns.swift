import Synchronization

/// The turns that an executor and the main actor take until both are quiet.
///
/// If the executor runs its jobs in turns of its own, this only checks: it resumes by way of the pool, and so at an
/// arbitrary point of the main actor's order, which must not decide anything.
@MainActor
package final class SettlingTurns {
  /// The number of turns without a job of the executor after which both are quiet.
  ///
  /// Jobs of the main actor cannot be counted. One may add another, and that one a job of the executor: each turn
  /// follows such a chain for one link. Three are enough for a result that is awaited, handled, and sent on.
  private static let quietTurns = 3
  /// The same while an effect's operation on the main actor has neither ended nor sleeps on a test clock.
  ///
  /// The operation may continue by itself, as one that yields does, or wait for something unseen here, and then it
  /// never ends. More than a few links are most likely a loop, and following 64 takes a millisecond.
  private static let quietTurnsOfOperation = 64
  /// The same while a task that a test clock has woken has not resumed.
  ///
  /// The pool resumes it within a few turns, or within many on a busy machine. A task whose executor does not run never
  /// resumes: following so many turns takes a few tenths of a second.
  private static let quietTurnsOfWoken = 10_000
  /// The number of wakings after which a wait without an end is given up.
  package static let mostWakings = 100_000
  /// The same for an advance to a time, before which a ticker may well tick often.
  private static let mostWakingsOfAdvance = 1_000_000

  private let executor: any EffectExecutor
  private let limit: Duration
  private let limitIsWhole: Bool
  private let mostWakings: Int
  /// The time for which the executor had worked when the limit began.
  private var workBefore: Duration
  /// The turns with work since the latest waking.
  private var turns = RestlessTurns()
  private var wakings = 0
  /// Whether the task that waits was cancelled.
  private nonisolated let isCancelled = Atomic(false)

  /// - Parameters:
  ///   - executor: The executor.
  ///   - limitIsWhole: Whether the time limit applies to the whole, rather than anew after each wake.
  ///   - mostWakings: The number of wakings after which it is given up.
  package init(of executor: any EffectExecutor, limitIsWhole: Bool = false, mostWakings: Int? = nil) {
    self.executor = executor
    self.limitIsWhole = limitIsWhole
    self.mostWakings = mostWakings ?? (limitIsWhole ? Self.mostWakings : Self.mostWakingsOfAdvance)
    limit = executor.activity.settlingLimit
    workBefore = executor.activity.work
  }

  /// Becomes quiet, or returns early when the task that waits is cancelled.
  ///
  /// - Returns: whether it became quiet.
  package func settle() async -> Bool {
    await take {
      self.turns.begin()
      return await self.becomeQuiet(endsByCancel: true)
    }
  }

  /// Becomes quiet, wakes a sleeping task, and repeats this until there is none to wake.
  ///
  /// - Parameters:
  ///   - endsByCancel: Whether a cancel ends it. Without that, it only ends what goes on at one time: a clock would stop at
  ///     an arbitrary one.
  ///   - wakeNext: Wakes a task; `false` if there is none.
  /// - Returns: whether it became quiet, with no task left to wake.
  package func settle(endsByCancel: Bool = false, waking wakeNext: @escaping @MainActor () -> Bool) async -> Bool {
    let wakeNext = { @MainActor in
      self.turns.begin()
      self.wakings += 1
      return endsByCancel && self.wasCancelled ? false : wakeNext()
    }
    return await take {
      repeat {
        guard await self.becomeQuiet(endsByCancel: endsByCancel) else { return false }
        guard await self.wakeQuickly(wakeNext) else { return true }
      } while self.limitIsWhole ? !self.isOver : !self.hasWokenTooMany
      return false
    }
  }

  /// Takes turns that end with whether all is quiet, and reports it if they were given up.
  private func take(_ turns: @escaping @MainActor () async -> Bool) async -> Bool {
    executor.activity.waitWatch.beginDriving()
    defer { executor.activity.waitWatch.endDriving() }
    return await withTaskCancellationHandler {
      // In a separate task: that of an effect that settles its store would resume by way of the executor, in each turn.
      await withCheckedContinuation(isolation: MainActor.shared) { continuation in
        Task.detached { @MainActor @Sendable () async -> Void in
          let isQuiet = await turns()
          self.turns.endWatch()
          if !isQuiet, !self.wasCancelled { self.executor.activity.reportUnsettled(self.end) }
          continuation.resume(returning: isQuiet)
        }
      }
    } onCancel: {
      isCancelled.store(true, ordering: .releasing)
    }
  }

  private var wasCancelled: Bool { isCancelled.load(ordering: .acquiring) }

  private var isOver: Bool {
    isRestless || executor.activity.work - workBefore > limit || hasWokenTooMany
  }

  private var hasWokenTooMany: Bool { wakings > mostWakings }

  /// The reason for which it was given up.
  private var end: SettlingEnd {
    if isRestless { return .neverQuiet(executor.activity.repeatedActions ?? []) }
    return hasWokenTooMany ? .wakings(mostWakings) : .work(limit)
  }

  private func beginLimit() {
    if !limitIsWhole { workBefore = executor.activity.work }
  }

  // MARK: What goes on for ever

  private var isRestless: Bool { turns.isOver(endsSoon: wasCancelled, in: executor.activity) }

  /// Counts a turn with work, and notes which actions follow each other when there have been very many.
  private func countTurn(jobs: Int) {
    let repeated = turns.count(jobs: jobs, endsSoon: wasCancelled, in: executor.activity)
    if let repeated, !wasCancelled { executor.activity.noteNeverQuiet(repeated) }
  }

  /// Makes the executor run its jobs, unless it will by itself; `false` if there are none.
  private func run() -> Bool {
    executor.isRunDue || executor.activity.measure(executor.runUntilIdle)
  }

  /// Takes turns that leave time for tasks that are resumed on the main actor.
  ///
  /// - Returns: `false` when its time is over, or the wait was cancelled.
  private func becomeQuiet(endsByCancel: Bool) async -> Bool {
    beginLimit()
    let activity = executor.activity
    var quietTurns = 0
    var known = (jobs: -1, operations: -1, waking: -1)
    while quietTurns < Self.quietTurns(operations: known.operations, waking: known.waking) {
      if endsByCancel, wasCancelled { return false }
      _ = run()
      // All jobs are counted: those between two checks may have run in a turn of the executor's own. An operation that
      // has ended meanwhile gives the executor a job, which may add others.
      let now = (executor.jobCount, activity.restlessOperations, activity.wakingCount)
      let isQuiet = !executor.isRunDue && now == known
      let isFirst = known.jobs < 0
      quietTurns = isQuiet ? quietTurns + 1 : 0
      if !isQuiet { countTurn(jobs: isFirst ? 0 : now.0 - known.jobs) }
      known = now
      // Its end resumes this task by way of the pool, as any task's does: after those that were resumed before.
      await Task.detached { @MainActor in }.value
      if !isQuiet, !isFirst, isOver { return false }
    }
    return true
  }

  private static func quietTurns(operations: Int, waking: Int) -> Int {
    if waking > 0 { return quietTurnsOfWoken }
    return operations == 0 ? quietTurns : quietTurnsOfOperation
  }

  /// Wakes one task after another, and follows all that each does, as long as the executor alone can see it.
  ///
  /// Each turn is one job of the main actor. Suspending in each, as ``becomeQuiet()`` does, would take fifty times as
  /// long, and advancing a clock past many deadlines is made of these turns.
  ///
  /// - Returns: whether a task was woken, after which it has to become quiet.
  private func wakeQuickly(_ wakeNext: @escaping @MainActor () -> Bool) async -> Bool {
    guard wakeNext() else { return false }
    await withCheckedContinuation(isolation: MainActor.shared) { continuation in
      followWoken(wakeNext, continuation)
    }
    return true
  }

  private func followWoken(
    _ wakeNext: @escaping @MainActor () -> Bool,
    _ continuation: CheckedContinuation<Void, Never>
  ) {
    beginLimit()
    // A task that was woken elsewhere resumes whenever the pool lets it.
    guard run() else { return continuation.resume() }
    takeTurn(quietTurns: 0, knownJobs: executor.jobCount, wakeNext, continuation)
  }

  private func takeTurn(
    quietTurns: Int,
    knownJobs: Int,
    _ wakeNext: @escaping @MainActor () -> Bool,
    _ continuation: CheckedContinuation<Void, Never>
  ) {
    Task.detached { @MainActor in
      _ = self.run()
      let jobs = self.executor.jobCount
      let quietTurns = !self.executor.isRunDue && jobs == knownJobs ? quietTurns + 1 : 0
      if quietTurns == 0 { self.countTurn(jobs: jobs - knownJobs) }
      let activity = self.executor.activity
      guard activity.restlessOperations == 0, activity.wakingCount == 0, !self.isOver else {
        return continuation.resume()
      }
      guard quietTurns == Self.quietTurns else {
        return self.takeTurn(quietTurns: quietTurns, knownJobs: jobs, wakeNext, continuation)
      }
      guard wakeNext() else { return continuation.resume() }
      self.followWoken(wakeNext, continuation)
    }
  }
}
