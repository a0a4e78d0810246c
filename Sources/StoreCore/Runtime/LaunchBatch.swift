/// The effects whose tasks are still to be made, by the task of one that was launched before them.
///
/// To make a task wakes a thread of the pool where one sleeps, which takes as long as several launches. In a burst the
/// first effect alone gets its task at once. When that runs, the pool is awake, and what was launched meanwhile gets its
/// tasks there.
struct LaunchBatch<Run> {
  /// Whether somebody in the pool will take what waits.
  private var isOpen = false
  private var waiting: [Run] = []

  /// Adds a run; `false` where nobody would take it, and its own task has to open the batch.
  mutating func add(_ run: Run) -> Bool {
    defer { isOpen = true }
    if isOpen { waiting.append(run) }
    return isOpen
  }

  /// Takes those that wait, in the order of their launches; where there are none, the batch is closed.
  mutating func takeAll() -> [Run] {
    defer { waiting = [] }
    isOpen = !waiting.isEmpty
    return waiting
  }
}

extension EffectTable {
  /// Has a run that was admitted begin, on whichever thread.
  func begin(_ run: EffectRun) {
    guard run.mayWaitForOthers else { return run.begin() }
    guard launchBatch.withLock({ $0.add(run) }) else { return run.begin(opensBatch: true) }
  }

  /// Makes the tasks of those that were launched since the caller's own was made.
  func beginBatch() {
    let runs = launchBatch.withLock { $0.takeAll() }
    guard !runs.isEmpty else { return }
    // Beside the caller, which has work of its own. Ended when nothing waits any more.
    Task.detached { [self] in
      var runs = runs
      while !runs.isEmpty {
        for run in runs { run.beginUnlessCancelled() }
        runs = launchBatch.withLock { $0.takeAll() }
      }
    }
  }
}
