/// The effects whose tasks are still to be made, by the task of an effect that was launched before them.
///
/// Making a task wakes a thread of the pool if one sleeps, which takes as long as several launches. In a burst, only
/// the first effect gets its task at once. When that runs, the pool is awake, and effects launched since get theirs,
/// unless they have been cancelled.
struct LaunchBatch<Run> {
  /// The time before the next pass, if this one found cancelled effects, as where effects replace each other: most of
  /// those launched meanwhile are cancelled at its end, and need no task.
  ///
  /// Time, not turns of the pool: each turn wakes a thread that sleeps. It is long compared with a launch, which takes
  /// microseconds, and short compared with what a person notices.
  static var pause: Duration { .microseconds(100) }

  /// Whether a task in the pool will take what waits.
  private var isOpen = false
  private var waiting: [Run] = []

  /// Adds a run; `false` if no task would take it, and its own has to open the batch.
  mutating func add(_ run: Run) -> Bool {
    defer { isOpen = true }
    if isOpen { waiting.append(run) }
    return isOpen
  }

  /// Takes the runs that wait, in the order of their launches; if there are none, the batch is closed.
  mutating func takeAll() -> [Run] {
    defer { waiting = [] }
    return closeIfEmpty() ? [] : waiting
  }

  /// Closes the batch if no run waits; returns whether it did.
  mutating func closeIfEmpty() -> Bool {
    isOpen = !waiting.isEmpty
    return !isOpen
  }
}

extension EffectTable {
  /// Makes the tasks of the runs that were launched since the caller's own task was made.
  func beginBatch() {
    if launchBatch.withLock({ $0.closeIfEmpty() }) { return }
    // Apart from the caller, which has its own work.
    Task.detached { [self] in
      while true {
        var runs = launchBatch.withLock { $0.takeAll() }
        guard !runs.isEmpty else { return }
        for run in runs {
          // A run that was cancelled meanwhile needs no task.
          if run.isCancelled { run.finish() } else { run.begin(isInBatch: true) }
        }
        let haveReplaced = runs.contains(where: \.isCancelled)
        // Not kept meanwhile, with what their operations have captured.
        runs = []
        if haveReplaced { try? await Task.sleep(for: LaunchBatch<EffectRun>.pause, tolerance: .zero) }
      }
    }
  }
}
