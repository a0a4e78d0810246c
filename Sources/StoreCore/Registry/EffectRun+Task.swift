extension EffectRun {
  /// Has a run that was admitted begin, on whichever thread: makes its task, or leaves that to the task of another one.
  ///
  /// - Parameter isInBatch: Whether the task of another one calls.
  func begin(isInBatch: Bool = false) {
    let opensBatch = !isInBatch && mayWaitForOthers
    if opensBatch, table.launchBatch.withLock({ $0.add(self) }) { return }
    let priority = operation.options.priority
    guard !isOnMainActor else {
      // It never leaves the main actor by itself.
      return note(Task.detached(priority: priority, operation: performOnMainActor))
    }
    // It inherits nothing from the caller. Each closure stands in its call: a value of its type would be wrapped twice more.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = operation.options.name {
      note(
        Task.detached(name: name, executorPreference: executor, priority: priority) { [self] in
          await perform(opensBatch: opensBatch)
        }
      )
    } else if let executor {
      note(
        Task.detached(executorPreference: executor, priority: priority) { [self] in
          await perform(opensBatch: opensBatch)
        }
      )
    } else {
      note(Task.detached(priority: priority) { [self] in await perform(opensBatch: opensBatch) })
    }
  }

  /// Whether its task may be made by that of another effect, which has no priority over it.
  ///
  /// An executor has to see each task as it comes.
  var mayWaitForOthers: Bool {
    executor == nil && !isOnMainActor && operation.options.priority == nil
  }

  @MainActor
  func performOnMainActor() async { await perform() }

  /// Whether its task stays on the main actor; not where an executor has to see each task begin and end.
  var isOnMainActor: Bool {
    guard case .mainActor = operation.body else { return false }
    return executor == nil && !isExamined
  }

  /// The executor of its task: that of a stream's pump, unless the store's sees all.
  var executor: (any TaskExecutor)? {
    if let buffer, table.effectExecutor == nil { buffer.pump } else { table.executor }
  }

  // The frames of these functions are most of what a live effect takes of memory: one that only returns an action has the
  // least of them, and what need not wait is done elsewhere.

  /// Makes the tasks of a batch that it has opened, does what the operation does inside its modifiers, and tells the
  /// store of the end.
  @inline(__always)
  private nonisolated(nonsending) func perform(opensBatch: Bool = false) async {
    if opensBatch { table.beginBatch() }
    // Cancelled before its task began: the operation never starts.
    if !isCancelled {
      do {
        try await CurrentEffect.$run.withValue(self) {
          guard isPlain, case .task(let operate) = operation.body else { return try await operateInside() }
          try await operate(self)
        }
      } catch {
        keep(.error(error))
      }
    }
    finish()
  }

  /// Whether nothing is done around the operation.
  private var isPlain: Bool {
    @inline(never) get {
      !isExamined && operation.modifiers.isEmpty && table.options.effectInterceptor == nil
    }
  }

  @inline(never)
  private nonisolated(nonsending) func operateInside() async throws {
    let operate: @Sendable () async throws -> Void = { [self] in
      try await operation.modifiers[...].run(isRepeatable: operation.isRepeatable) { [self] in
        guard let interceptor = table.options.effectInterceptor else { return try await operateAsIs() }
        // An attempt before this one may have answered, and failed behind that.
        keep(.nothing)
        try await interceptor.intercept(EffectAttempt(run: self))
      }
    }
    if isExamined { try await examine(operate) } else { try await operate() }
  }

  /// Does what the effect says, once; what it sends goes through a hold where there is one.
  nonisolated(nonsending) func operateAsIs(sendingThrough hold: (any SendHold)? = nil) async throws {
    switch operation.body {
    case .task(let operate): try await operate(self)
    case .run(let operate): try await operate(AnySend(run: self, hold: hold))
    case .mainActor(let operate): try await perform(operate, AnySend(run: self, hold: hold))
    case .stream(let pump):
      if let buffer { try await pump(StreamInlet(run: self, buffer: buffer, hold: hold)) }
    }
  }

  /// Runs an operation on the main actor, where an executor knows of it.
  @MainActor
  func perform(_ operation: @MainActor @Sendable (AnySend) async throws -> Void, _ send: AnySend) async throws {
    // Asked here, where cancels are made: the task may have been on its way.
    guard !isCancelled else { throw CancellationError() }
    let activity = table.effectExecutor?.activity
    activity?.beginOperation()
    defer { activity?.endOperation() }
    try await operation(send)
  }

  /// Keeps the action that the effect returns, which is handled when the effect has ended.
  package func keep(action: AnyAction) { keep(.action(operation.outer(action))) }

  /// Tells the store that the task has ended; of a cancelled run, only that it does not drain any more.
  @inline(never)
  func finish() {
    guard !noteEnd() else { return mailbox.push(.completed(self)) }
    if case .action(let action) = outcome { tellDropped(action) }
    table.drained(self)
  }

  // MARK: Chains

  /// Runs an operation, and notes if it suspends.
  ///
  /// It does so in a task that runs at once until it suspends, where the system's runtime has these; elsewhere every effect
  /// counts as one that suspends.
  private func examine(_ operate: @escaping @Sendable () async throws -> Void) async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      state.withLock { $0.hasSuspended = true }
      return try await operate()
    }
    let thread = CurrentThread.number
    let lastThread = Locked<UInt?>(nil)
    let task = Task.immediate(executorPreference: executor) {
      defer { lastThread.withLock { $0 = CurrentThread.number } }
      try await operate()
    }
    // It has not ended, or on another thread: this one was kept until now.
    if lastThread.withLock({ $0 }) != thread { state.withLock { $0.hasSuspended = true } }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
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
  /// Makes the tasks of those that were launched since the caller's own was made.
  func beginBatch() {
    let runs = launchBatch.withLock { $0.takeAll() }
    guard !runs.isEmpty else { return }
    // Beside the caller, which has work of its own. Ended when nothing waits any more.
    Task.detached { [self] in
      var runs = runs
      while !runs.isEmpty {
        for run in runs {
          // One that was cancelled meanwhile needs no task.
          if run.isCancelled { run.finish() } else { run.begin(isInBatch: true) }
        }
        runs = launchBatch.withLock { $0.takeAll() }
      }
    }
  }
}
