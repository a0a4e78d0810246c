/// One launched effect: its task's work, and what its store does when the task has ended.
@usableFromInline
// Sendable: constants, besides `outcome`, whose access is ordered as said beside it.
final class EffectRun<Action: Sendable>: EffectRunCore, @unchecked Sendable {
  @usableFromInline let launch: Launch<Action>
  @usableFromInline let buffer: StreamBuffer<Action>?
  // Read and changed on the main actor only.
  @usableFromInline nonisolated(unsafe) let frame: Frame<Action>?
  // Exclusivity: written by the task before it exchanges the phase, and read after that exchange, on the main actor
  // or by the task.
  @exclusivity(unchecked)
  @usableFromInline var outcome = Outcome.nothing
  /// The action that launched it, for who asks what it is.
  @usableFromInline let launcher: Action?

  /// What its operation has come to.
  @usableFromInline
  enum Outcome {
    case nothing
    case action(Action)
    case error(any Error)
  }

  @inlinable
  init(
    _ launch: Launch<Action>,
    node: SlotKey,
    frame: Frame<Action>?,
    action: UInt64,
    launcher: Action? = nil,
    location: CallSite = .unknown,
    scope: EffectScope? = nil,
    mailbox: Mailbox<Action>
  ) {
    self.launch = launch
    self.frame = frame
    self.launcher = launcher
    buffer = launch.isStream ? Self.makeBuffer(mailbox) : nil
    super.init(
      node: node,
      isStream: launch.isStream,
      landsLate: frame != nil || launch.onCancel != nil,
      action: action,
      location: location,
      scope: scope,
      mailbox: mailbox
    )
  }

  @usableFromInline
  static func makeBuffer(_ mailbox: Mailbox<Action>) -> StreamBuffer<Action> {
    StreamBuffer(mailbox: mailbox)
  }

  /// Where its task runs: that of a stream in its pump's executor, unless the store's sees all.
  @inlinable var executor: (any TaskExecutor)? {
    if let buffer, !table.hasEffectExecutor { buffer.pump } else { table.executor }
  }

  /// Where its end and its elements are sent.
  @inlinable var mailbox: Mailbox<Action> {
    // It was made with one of this type.
    unsafeDowncast(anyMailbox, to: Mailbox<Action>.self)
  }

  /// The action that its operation has returned, once its task has ended.
  @inlinable var result: Action? {
    if case .action(let action) = outcome { action } else { nil }
  }

  override var error: (any Error)? {
    if case .error(let error) = outcome { error } else { nil }
  }

  override var ownID: EffectID? { launch.id }

  override var info: EffectInfo {
    EffectInfo(
      // A frame's group is a constant, and so is its name.
      id: id ?? (launch.options.name == nil ? frame?.group?.id : nil),
      token: token,
      name: launch.options.name,
      priority: launch.options.priority,
      isStream: traits.isStream,
      action: launcher,
      location: location.known
    )
  }

  override var throttle: Throttle? { launch.throttle }

  @usableFromInline
  override func begin() {
    start(makeTask())
  }

  /// The same as ``begin()``, specialised for the type of action where that is known.
  @inlinable
  func beginHere() {
    guard launch.modifiers.isEmpty, !isExamined else { return begin() }
    switch launch.body {
    case .task: start(makeTaskOfOperation())
    case .stream: start(makeTaskOfStream())
    case .run, .mainActor: begin()
    }
  }

  /// Makes the effect's task.
  ///
  /// It inherits nothing from the caller.
  private func makeTask() -> Task<Void, any Error> {
    guard launch.modifiers.isEmpty, !isExamined else { return makeGeneralTask() }
    switch launch.body {
    case .task: return makeTaskOfOperation()
    case .mainActor(let operation) where table.executor == nil: return makeMainActorTask(operation)
    case .stream: return makeTaskOfStream()
    case .run, .mainActor: return makeGeneralTask()
    }
  }

  /// Makes the task of an operation that sends the one action it returns.
  ///
  /// Apart from the others, and with a closure that captures the run alone: each live effect keeps what its closures
  /// need as long as it lasts.
  @inlinable
  func makeTaskOfOperation() -> Task<Void, any Error> {
    detach { [self] in
      // Cancelled before its task began: the operation never starts.
      if !isCancelled, case .task(let operation) = launch.body {
        do {
          outcome = .action(try await EffectRunCore.currentLocal.withValue(self, operation: operation))
        } catch {
          outcome = .error(error)
        }
      }
      finish()
    }
  }

  /// Makes the task of a stream, whose elements go into the buffer.
  @inlinable
  func makeTaskOfStream() -> Task<Void, any Error> {
    detach { [self] in
      // As above.
      if !isCancelled, case .stream(let pump) = launch.body, let buffer {
        do {
          try await EffectRunCore.currentLocal.withValue(self) {
            try await pump(StreamInlet(run: self, buffer: buffer))
          }
        } catch {
          outcome = .error(error)
        }
      }
      finish()
    }
  }

  /// Makes the task of any operation.
  private func makeGeneralTask() -> Task<Void, any Error> {
    // The whole of the work in one closure: each asynchronous call in between would cost every effect a frame.
    let work: @concurrent @Sendable () async -> Void = { [self] in
      let thread = isExamined ? CurrentThread.number : 0
      // As above.
      if !isCancelled {
        do {
          try await EffectRunCore.$current.withValue(self) {
            guard launch.modifiers.isEmpty else { return try await operateModified() }
            switch launch.body {
            case .task(let operation):
              outcome = .action(try await operation())
            case .run(let operation):
              try await operation(Send(self))
            case .mainActor(let operation):
              try await perform(operation)
            case .stream(let pump):
              if let buffer {
                try await pump(StreamInlet(run: self, buffer: buffer))
              }
            }
          }
        } catch {
          outcome = .error(error)
        }
      }
      if isExamined, CurrentThread.number != thread { noteSuspension() }
      finish()
    }
    return detach(isExamined ? examining(work) : work)
  }

  /// Makes the task of an operation on the main actor, which never leaves it by itself.
  ///
  /// Not where there is an executor: that has to see each task begin and end.
  private func makeMainActorTask(
    _ operation: @escaping @MainActor @Sendable (Send<Action>) async throws -> Void
  ) -> Task<Void, any Error> {
    let work: @MainActor @Sendable () async throws -> Void = { [self] in
      do {
        try await EffectRunCore.$current.withValue(self) { try await operation(Send(self)) }
      } catch {
        outcome = .error(error)
      }
      finish()
    }
    let priority = launch.options.priority
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = launch.options.name {
      return Task.detached(name: name, priority: priority, operation: work)
    }
    return Task.detached(priority: priority, operation: work)
  }

  /// Runs an operation on the main actor, where an executor knows of it.
  @MainActor
  private func perform(_ operation: @MainActor @Sendable (Send<Action>) async throws -> Void) async throws {
    let activity = (table.executor as? any EffectExecutor)?.activity
    activity?.beginOperation()
    defer { activity?.endOperation() }
    try await operation(Send(self))
  }

  /// Does what the operation does inside its modifiers.
  private func operateModified() async throws {
    switch launch.body {
    case .task(let operation):
      let result = Locked<Action?>(nil)
      try await launch.runModified {
        let action = try await operation()
        result.withLock { $0 = action }
      }
      if let action = result.withLock({ $0 }) { outcome = .action(action) }
    case .run(let operation):
      let send = Send(self)
      try await launch.runModified { try await operation(send) }
    case .mainActor(let operation):
      try await launch.runModified { [self] in try await perform(operation) }
    case .stream(let pump):
      guard let buffer else { return }
      let inlet = StreamInlet(run: self, buffer: buffer)
      try await launch.runModified { try await pump(inlet) }
    }
  }

  /// Makes the task that does the work.
  ///
  /// Generic, inlined and of a task that could fail, so that the closure is the one that the task takes: around another
  /// one each live effect would keep a closure and a frame more.
  @inlinable
  @inline(__always)
  func detach<Result: Sendable>(
    _ work: @escaping @isolated(any) @Sendable () async throws -> Result
  ) -> Task<Result, any Error> {
    let priority = launch.options.priority
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = launch.options.name {
      return Task.detached(name: name, executorPreference: executor, priority: priority, operation: work)
    }
    guard let executor else { return Task.detached(priority: priority, operation: work) }
    return Task.detached(executorPreference: executor, priority: priority, operation: work)
  }

  /// The same work, and a note whether it suspends.
  ///
  /// The note comes from the one who had it begin, whose thread is kept until then. Where the work has ended on another
  /// thread before, it has suspended too, and says so itself.
  ///
  /// It is done in a task that runs at once until it suspends, where the system's runtime has these; elsewhere every
  /// effect counts as one that suspends.
  private func examining(
    _ work: @escaping @concurrent @Sendable () async -> Void
  ) -> @concurrent @Sendable () async -> Void {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      noteSuspension()
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
        noteSuspension()
      }
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Tells the store that the task has ended; of a cancelled run, only that it does not drain any more.
  @inlinable
  func finish() {
    guard !complete() else { return mailbox.push(self) }
    if table.hub.isActive, let result {
      tellDropped(result)
    }
    table.drained(self)
  }

  override func post() {
    mailbox.push(self)
  }

  override var isWaitingForElement: Bool {
    buffer?.isWaitingForElement ?? false
  }

  override var pumpJobCount: Int {
    buffer?.pump.jobCount ?? 0
  }

  #if DEBUG
  override func reportIfDuplicate(of other: EffectRunCore?) {
    guard launch.policy.kind == .replace, let other = other as? EffectRun, pass != 0, other.pass == pass,
      sharesMerge(with: other), let id
    else {
      return
    }
    let action = launcher.map { " of the action \(RepeatedActions.words(for: $0))" } ?? ""
    table.report(
      .duplicateName(id),
      """
      Two effects that were launched at once have the name '\(id)'\(action): the second has replaced the first.

      An effect replaces the running one of its name, unless its policy says otherwise, and parts of a merge run side by \
      side.

      Give each a name of its own, have them follow each other in a sequence, or use another policy, such as \
      '.concurrent'.
      """,
      at: location.known
    )
  }

  /// Whether both are parts of one merge.
  private func sharesMerge(with other: EffectRun) -> Bool {
    var merges: Set<ObjectIdentifier> = []
    var frame = frame
    while let current = frame {
      if case .merge = current.kind { merges.insert(ObjectIdentifier(current)) }
      frame = current.parent
    }
    frame = other.frame
    while let current = frame {
      if merges.contains(ObjectIdentifier(current)) { return true }
      frame = current.parent
    }
    return false
  }
  #endif
}
