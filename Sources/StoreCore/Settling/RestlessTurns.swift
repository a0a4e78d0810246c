/// The turns with work that an executor takes at one time of its clocks, and what repeats in the last of them.
@MainActor
struct RestlessTurns {
  /// The number of turns that end a wait that was cancelled, or one after another that was never quiet.
  private nonisolated static let mostOfEnding = 200
  /// The number of turns before the last in which actions are noted.
  private nonisolated static let watched = 150

  private var count = 0
  private var watch: RestlessWatch?

  nonisolated init() {}

  /// Begins to count anew, as a clock is moved.
  mutating func begin() {
    count = 0
    endWatch()
  }

  mutating func endWatch() {
    watch?.end()
    watch = nil
  }

  /// Whether there have been so many turns that something goes on for ever.
  func isOver(endsSoon: Bool = false, in activity: ExecutorActivity) -> Bool {
    count >= limit(endsSoon: endsSoon, activity)
  }

  /// Counts a turn with work, and notes which actions follow each other when there have been very many.
  ///
  /// - Parameters:
  ///   - jobs: The number of jobs in it.
  ///   - endsSoon: Whether few turns are left, as the wait was cancelled.
  ///   - activity: The record of the executor.
  /// - Returns: the actions that repeat, if something goes on for ever.
  mutating func count(jobs: Int, endsSoon: Bool = false, in activity: ExecutorActivity) -> [String]? {
    count += 1 + jobs / 100
    let limit = limit(endsSoon: endsSoon, activity)
    if count >= limit - Self.watched, watch == nil { watch = RestlessWatch(of: activity) }
    return count >= limit ? watch?.repeated : nil
  }

  private func limit(endsSoon: Bool, _ activity: ExecutorActivity) -> Int {
    endsSoon || activity.repeatedActions != nil ? Self.mostOfEnding : activity.mostTurns
  }
}

/// The turns that an executor takes by itself while something outside of effects waits for one.
///
/// Nothing else ends such a wait if effects go on for ever while the clock stands still.
@MainActor
final class TurnsOfWaits {
  private var turns = RestlessTurns()
  private var period: UInt?

  nonisolated init() {}

  func note(jobs: Int, in activity: ExecutorActivity) {
    let period = activity.waitWatch.periodOfWaits
    if period != self.period {
      turns.begin()
      self.period = period
    }
    guard period != nil, let repeated = turns.count(jobs: jobs, in: activity) else { return }
    turns.begin()
    activity.noteNeverQuiet(repeated)
    activity.waitWatch.giveUpNeverQuiet(repeated, isReported: activity.reportsNeverQuiet)
  }
}
