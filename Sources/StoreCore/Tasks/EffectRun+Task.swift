extension EffectRun {
  /// Begins an admitted run, on any thread: makes its task, or leaves that to the task of another run.
  ///
  /// - Parameter isInBatch: Whether the task of another run makes the call.
  func begin(isInBatch: Bool = false) {
    #if DEBUG
    // The first element of a stream is no consequence of the one whose handling launched it: that is a chain of effects.
    if buffer != nil, StreamChain.current != nil { return StreamChain.with(nil) { begin(isInBatch: isInBatch) } }
    #endif
    let opensBatch = !isInBatch && mayWaitForOthers
    if opensBatch, table.launchBatch.withLock({ $0.add(self) }) { return }
    let priority = operation.options.priority
    guard !isOnMainActor else {
      // It never leaves the main actor by itself.
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = operation.options.name else {
        return keep(Task.detached(priority: priority, operation: performOnMainActor))
      }
      return keep(Task.detached(name: name, priority: priority, operation: performOnMainActor))
    }
    // It inherits nothing from the caller. The closures are inline: a stored one would be wrapped twice more.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = operation.options.name {
      keep(
        Task.detached(name: name, executorPreference: executor, priority: priority) { [self] in
          await perform(opensBatch: opensBatch)
        }
      )
    } else if let executor {
      keep(
        Task.detached(executorPreference: executor, priority: priority) { [self] in
          await perform(opensBatch: opensBatch)
        }
      )
    } else {
      keep(Task.detached(priority: priority) { [self] in await perform(opensBatch: opensBatch) })
    }
  }

  /// Whether its task may be made by the task of another effect: neither has a priority.
  ///
  /// An executor has to see each task as it comes.
  var mayWaitForOthers: Bool {
    executor == nil && !isOnMainActor && operation.options.rawPriority == nil
  }

  @MainActor
  func performOnMainActor() async { await perform() }

  /// Whether its task stays on the main actor; not if an executor has to see each task begin and end.
  var isOnMainActor: Bool {
    guard case .mainActor = operation.body else { return false }
    return executor == nil && !isExamined
  }

  /// The executor of its task: that of a stream's pump, or the store's.
  var executor: (any TaskExecutor)? { pump ?? table.executor }

  /// The executor of a stream's pump, unless the store's executor sees all that runs.
  var pump: PumpExecutor? { table.effectExecutor == nil ? buffer?.pump : nil }

  // The frames of these functions take most of the memory of a live effect: one that only returns an action has the
  // least of them, and what need not wait is done elsewhere.

  /// Makes the tasks of a batch that it has opened, runs the operation inside its modifiers, and notifies the store.
  @inline(__always)
  private func perform(opensBatch: Bool = false, isolation: isolated (any Actor)? = #isolation) async {
    if opensBatch { table.beginBatch() }
    // Cancelled before its task began: the operation never starts.
    if !isCancelled {
      do {
        try await CurrentEffect.$run.withValue(self) {
          // Captured: the closure would otherwise leave the main actor.
          _ = isolation
          guard isPlain, case .task(let operate) = operation.body else { return try await operateInside() }
          try await operate(self)
        }
      } catch {
        keep(.error(error))
      }
    }
    finish()
  }

  /// Whether nothing is around the operation.
  private var isPlain: Bool {
    @inline(never) get {
      !isExamined && operation.modifiers.isEmpty && !table.hasInterceptor && origin.context == nil
    }
  }

  @inline(never)
  private nonisolated(nonsending) func operateInside() async throws {
    guard !isPlain else { return try await operateAsIs() }
    // The closure leaves the main actor, to which an operation there comes back.
    let operate: @Sendable () async throws -> Void = { [self] in
      try await operation.modifiers[...].run(isRepeatable: operation.isRepeatable) { [self] in
        guard let interceptor = table.options.effectInterceptor else { return try await operateAsIs() }
        // An earlier attempt may have kept an action, and failed after that.
        keep(.nothing)
        try await interceptor.intercept(EffectAttempt(run: self))
      }
    }
    guard let context = origin.context else { return try await operateExamined(operate) }
    try await context.run { [self] in try await operateExamined(operate) }
  }

  private nonisolated(nonsending) func operateExamined(
    _ operate: @escaping @Sendable () async throws -> Void
  ) async throws {
    if isExamined { try await examine(operate) } else { try await operate() }
  }

  /// Runs the operation itself, once; what it sends goes through a hold, if there is one.
  nonisolated(nonsending) func operateAsIs(sendingThrough hold: (any SendHold)? = nil) async throws {
    switch operation.body {
    case .task(let operate): try await operate(self)
    case .run(let operate): try await operate(AnySend(run: self, hold: hold))
    case .mainActor(let operate):
      let watched = hold?.watching(operate) { [mailbox] in mailbox.runtime?.readState?() }
      try await perform(watched ?? operate, AnySend(run: self, hold: hold))
    case .stream(let pump):
      if let buffer { try await pump(StreamInlet(run: self, buffer: buffer, hold: hold)) }
    }
  }

  /// Runs an operation on the main actor, and records it for an executor that sees all that runs.
  @MainActor
  func perform(_ operation: @MainActor @Sendable (AnySend) async throws -> Void, _ send: AnySend) async throws {
    // Checked here, where cancels are made: the task may have been on its way.
    guard !isCancelled else { throw CancellationError() }
    let activity = table.effectExecutor?.activity
    activity?.beginOperation()
    defer { activity?.endOperation() }
    try await operation(send)
  }

  /// Keeps the action that the effect returns, which is handled when the effect has ended.
  package func keep(action: AnyAction) { keep(.action(operation.outer(action))) }

  // MARK: Chains

  /// Runs an operation, and notes whether it suspends.
  ///
  /// It does so in a task that runs at once until it suspends, where the system's runtime has such tasks; elsewhere
  /// every effect counts as one that suspends.
  private func examine(_ operate: @escaping @Sendable () async throws -> Void) async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      state.withLock { $0.hasSuspended = true }
      return try await operate()
    }
    let thread = CurrentThread.number
    let lastThread = Locked<UInt?>(nil)
    let task = Task.immediate(name: operation.options.name, executorPreference: executor) {
      defer { lastThread.withLock { $0 = CurrentThread.number } }
      try await operate()
    }
    // It has not ended, or has ended on another thread: this one was occupied until now.
    if lastThread.withLock({ $0 }) != thread { state.withLock { $0.hasSuspended = true } }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
