extension EffectRun {
  /// Makes the task of a run that was admitted, on whichever thread.
  ///
  /// - Parameter opensBatch: Whether the task has others begin, which are launched before it runs.
  func begin(opensBatch: Bool = false) {
    if isOnMainActor {
      // It never leaves the main actor by itself.
      life.start(Task.detached(priority: launch.options.priority, operation: performOnMainActor))
    } else {
      let work: @concurrent @Sendable () async -> Void = { [self] in
        if opensBatch { table.beginBatch() }
        await perform()
      }
      life.start(makeTask(life.isExamined ? examining(work) : work))
    }
  }

  /// The same behind others; one that was cancelled meanwhile needs no task.
  func beginUnlessCancelled() {
    if isCancelled { finish() } else { begin() }
  }

  /// Whether its task may be made by that of another effect, which has no priority over it.
  ///
  /// An executor has to see each task as it comes.
  var mayWaitForOthers: Bool {
    executor == nil && !isOnMainActor && launch.options.priority == nil
  }

  @MainActor
  func performOnMainActor() async {
    await perform()
  }

  /// Whether its task stays on the main actor.
  ///
  /// Not where there is an executor: that has to see each task begin and end.
  var isOnMainActor: Bool {
    guard case .mainActor = launch.body else { return false }
    return executor == nil && !life.isExamined
  }

  /// The executor of its task: that of a stream's pump, unless the store's sees all.
  var executor: (any TaskExecutor)? {
    if let buffer, !table.hasEffectExecutor { buffer.pump } else { table.executor }
  }

  /// Makes the effect's task, which inherits nothing from the caller.
  func makeTask(_ work: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never> {
    let priority = launch.options.priority
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = launch.options.name {
      return Task.detached(name: name, executorPreference: executor, priority: priority, operation: work)
    }
    guard let executor else { return Task.detached(priority: priority, operation: work) }
    return Task.detached(executorPreference: executor, priority: priority, operation: work)
  }

  // The frames of these functions are most of what a live effect takes of memory: one that only returns an action has the
  // least of them, and what need not wait is done elsewhere.

  /// Does what the operation does inside its modifiers, and tells the store of the end.
  @inline(__always)
  private nonisolated(nonsending) func perform() async {
    // Cancelled before its task began: the operation never starts.
    if begins() {
      do {
        try await CurrentEffect.$run.withValue(self) { try await operate() }
      } catch {
        keep(.error(error))
      }
    }
    finish()
  }

  private nonisolated(nonsending) func operate() async throws {
    guard isPlain, case .task(let operation) = launch.body else { return try await operateInside() }
    return try await operation(self)
  }

  /// Whether nothing is done around the operation.
  private var isPlain: Bool {
    @inline(never) get { launch.modifiers.isEmpty && table.options.effectInterceptor == nil }
  }

  @inline(never)
  private nonisolated(nonsending) func operateInside() async throws {
    try await launch.runModified { [self] in
      guard let interceptor = table.options.effectInterceptor else { return try await operateAsIs() }
      try await interceptor.intercept(EffectAttempt(self))
    }
  }

  /// Does what the effect says, once; what it sends goes through a hold where there is one.
  nonisolated(nonsending) func operateAsIs(sendingThrough hold: (any SendHold)? = nil) async throws {
    switch launch.body {
    case .task(let operation):
      try await operation(self)
    case .run(let operation):
      try await operation(AnySend(self, through: hold))
    case .mainActor(let operation):
      try await perform(operation, AnySend(self, through: hold))
    case .stream(let pump):
      if let buffer { try await pump(StreamInlet(run: self, buffer: buffer, hold: hold)) }
    }
  }

  /// Runs an operation on the main actor, where an executor knows of it.
  @MainActor
  func perform(_ operation: @MainActor @Sendable (AnySend) async throws -> Void, _ send: AnySend) async throws {
    let activity = (table.executor as? any EffectExecutor)?.activity
    activity?.beginOperation()
    defer { activity?.endOperation() }
    try await operation(send)
  }

  @inline(never)
  private func begins() -> Bool {
    if life.isExamined { life.noteBegin() }
    return !isCancelled
  }

  /// Keeps the action that the effect returns, which is handled when the effect has ended.
  package func keep(action: AnyAction) {
    keep(.action(launch.outer(action)))
  }

  @inline(never)
  func keep(_ outcome: Outcome) {
    result.withLock { $0 = outcome }
  }

  /// Tells the store that the task has ended; of a cancelled run, only that it does not drain any more.
  @inline(never)
  func finish() {
    if life.isExamined { life.noteEnd() }
    guard !life.complete() else { return sendCompletion() }
    if table.hub.isActive, case .action(let action) = outcome {
      tellDropped(action)
    }
    table.drained(self)
  }

  // MARK: Chains

  /// The same work, and a note whether it suspends.
  ///
  /// The note comes from the one who had it begin, whose thread is kept until then. Where the work has ended on another
  /// thread before, it has suspended too, and says so itself.
  ///
  /// It is done in a task that runs at once until it suspends, where the system's runtime has these; elsewhere every
  /// effect counts as one that suspends.
  func examining(
    _ work: @escaping @concurrent @Sendable () async -> Void
  ) -> @concurrent @Sendable () async -> Void {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      life.noteSuspension()
      return work
    }
    return { [self] in
      // Not asked of the phase, which does not tell of a cancelled run that its task has ended.
      let hasEnded = Locked(false)
      let task = Task.immediate(executorPreference: executor) {
        await work()
        hasEnded.withLock { $0 = true }
      }
      if !hasEnded.withLock({ $0 }) {
        life.noteSuspension()
      }
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
}

/// The effect whose task, or whose child task, is the current one.
package enum CurrentEffect {
  /// The effect that the current task, or a task above it, is the task of.
  ///
  /// Waits look at it, so that an effect that waits for itself goes on instead, and so do the clocks of time modifiers.
  @TaskLocal static var run: EffectRun?

  package static var info: EffectInfo? { run?.info }
}

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
