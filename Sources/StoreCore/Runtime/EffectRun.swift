/// One launched effect: its task's work, and what has come of it.
@usableFromInline
package final class EffectRun<Action: Sendable>: AnyEffectRun {
  /// The origin of a launch, as far as it is known.
  @usableFromInline
  struct Source: Sendable {
    @usableFromInline var action: UInt64 = 0
    /// The action that launched it.
    @usableFromInline var launcher: Action?
    @usableFromInline var location = CallSite.unknown
    @usableFromInline var chainLength = 0
    @usableFromInline var recentActions: [any Sendable] = []
    #if DEBUG
    /// Which message the store handled.
    @usableFromInline var turn: UInt64 = 0
    #endif

    @inlinable
    init(
      action: UInt64 = 0,
      launcher: Action? = nil,
      location: CallSite = .unknown,
      chainLength: Int = 0,
      recentActions: [any Sendable] = []
    ) {
      self.action = action
      self.launcher = launcher
      self.location = location
      self.chainLength = chainLength
      self.recentActions = recentActions
    }
  }

  /// The result of its operation.
  @usableFromInline
  enum Outcome: Sendable {
    case nothing
    case action(Action)
    case error(any Error)
  }

  @usableFromInline let launch: EffectOperation<Action>
  @usableFromInline let frame: Frame<Action>?
  @usableFromInline let buffer: StreamBuffer<Action>?
  @usableFromInline let mailbox: Mailbox<Action>
  @usableFromInline let source: Source
  @usableFromInline package let token = CancellationToken.next()
  @usableFromInline package let traits: RunTraits
  @usableFromInline package let scope: EffectScope?
  @usableFromInline package let life: EffectLife
  @usableFromInline let result = Locked(Outcome.nothing)

  @inlinable
  init(
    _ launch: EffectOperation<Action>,
    node: SlotKey,
    frame: Frame<Action>?,
    source: Source,
    scope: EffectScope? = nil,
    mailbox: Mailbox<Action>
  ) {
    self.launch = launch
    self.frame = frame
    self.source = source
    self.scope = scope
    self.mailbox = mailbox
    buffer = launch.isStream ? StreamBuffer(mailbox: mailbox) : nil
    traits = RunTraits(isStream: launch.isStream, landsLate: frame != nil || launch.onCancel != nil)
    // Half of the way is for those that will suspend: they need not be looked at.
    life = EffectLife(node: node, isExamined: source.chainLength >= max(1, mailbox.table.chainLimit / 2))
  }

  @inlinable
  package var anyMailbox: any AnyMailbox { mailbox }
  @inlinable
  package var action: UInt64 { source.action }
  @inlinable
  package var location: CallSite { source.location }
  @inlinable
  package var chainLength: Int { source.chainLength }
  @inlinable
  package var recentActions: [any Sendable] { source.recentActions }
  @inlinable
  package var ownID: EffectID? { launch.id }
  @inlinable
  package var throttle: Throttle? { launch.throttle }

  /// What its operation has come to, once its task has ended.
  @inlinable
  var outcome: Outcome { result.withLock { $0 } }

  @inlinable
  package var error: (any Error)? {
    if case .error(let error) = outcome { error } else { nil }
  }

  @usableFromInline
  package var info: EffectInfo {
    EffectInfo(
      id: id ?? (launch.options.name == nil ? frame?.groupID : nil),
      token: token,
      name: launch.options.name,
      priority: launch.options.priority,
      isStream: traits.isStream,
      action: source.launcher,
      location: location.known
    )
  }

  @inlinable
  package var isWaitingForElement: Bool { buffer?.isWaitingForElement ?? false }

  @inlinable
  package var pumpJobCount: Int { buffer?.pump.jobCount ?? 0 }

  @inlinable
  package func sendCompletion() {
    mailbox.push(.completed(self))
  }

  // MARK: The task

  @inlinable
  package func begin() {
    if isOnMainActor {
      // It never leaves the main actor by itself.
      life.start(Task.detached(priority: launch.options.priority, operation: performOnMainActor))
    } else {
      let work: @concurrent @Sendable () async -> Void = { [self] in await perform() }
      life.start(makeTask(life.isExamined ? examining(work) : work))
    }
  }

  @MainActor
  @usableFromInline
  func performOnMainActor() async {
    await perform()
  }

  /// Whether its task stays on the main actor.
  ///
  /// Not where there is an executor: that has to see each task begin and end.
  @inlinable
  var isOnMainActor: Bool {
    guard case .mainActor = launch.body else { return false }
    return executor == nil && !life.isExamined
  }

  /// The executor of its task: that of a stream's pump, unless the store's sees all.
  @inlinable
  var executor: (any TaskExecutor)? {
    if let buffer, !table.hasEffectExecutor { buffer.pump } else { table.executor }
  }

  /// Makes the effect's task, which inherits nothing from the caller.
  @inlinable
  func makeTask(_ work: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never> {
    let priority = launch.options.priority
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = launch.options.name {
      return Task.detached(name: name, executorPreference: executor, priority: priority, operation: work)
    }
    guard let executor else { return Task.detached(priority: priority, operation: work) }
    return Task.detached(executorPreference: executor, priority: priority, operation: work)
  }

  /// Does what the operation does inside its modifiers, and tells the store of the end.
  @inlinable
  @inline(__always)
  nonisolated(nonsending) func perform() async {
    let thread = life.isExamined ? CurrentThread.number : 0
    // Cancelled before its task began: the operation never starts.
    if !isCancelled {
      do {
        try await CurrentEffect.local.withValue(self) { try await operate() }
      } catch {
        result.withLock { $0 = .error(error) }
      }
    }
    if life.isExamined, CurrentThread.number != thread { life.noteSuspension() }
    finish()
  }

  @inlinable
  @inline(__always)
  nonisolated(nonsending) func operate() async throws {
    guard !launch.modifiers.isEmpty else { return try await operateOnce() }
    try await launch.runModified { [self] in try await operateOnce() }
  }

  @inlinable
  @inline(__always)
  nonisolated(nonsending) func operateOnce() async throws {
    switch launch.body {
    case .task(let operation):
      let action = try await operation()
      result.withLock { $0 = .action(action) }
    case .run(let operation):
      try await operation(Send(self))
    case .mainActor(let operation):
      try await perform(operation)
    case .stream(let pump):
      if let buffer { try await pump(StreamInlet(run: self, buffer: buffer)) }
    }
  }

  /// Runs an operation on the main actor, where an executor knows of it.
  @MainActor
  @inlinable
  func perform(_ operation: @MainActor @Sendable (Send<Action>) async throws -> Void) async throws {
    let activity = (table.executor as? any EffectExecutor)?.activity
    activity?.beginOperation()
    defer { activity?.endOperation() }
    try await operation(Send(self))
  }

  /// Tells the store that the task has ended; of a cancelled run, only that it does not drain any more.
  @inlinable
  func finish() {
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
  @usableFromInline
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

#if DEBUG
extension EffectRun {
  @usableFromInline
  package func reportIfDuplicate(of other: (any AnyEffectRun)?) {
    guard launch.policy.kind == .replace, let other = other as? EffectRun, source.turn != 0,
      other.source.turn == source.turn, sharesMerge(with: other), let id
    else {
      return
    }
    let action = source.launcher.map { " of the action \(RepeatedActions.words(for: $0))" } ?? ""
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
  @usableFromInline
  func sharesMerge(with other: EffectRun) -> Bool {
    // An effect is launched, and replaced by a launch, on the main actor.
    MainActor.assumeIsolated {
      var merges: Set<ObjectIdentifier> = []
      var next = frame
      while let current = next {
        if case .merge = current.kind { merges.insert(ObjectIdentifier(current)) }
        next = current.parent
      }
      next = other.frame
      while let current = next {
        if merges.contains(ObjectIdentifier(current)) { return true }
        next = current.parent
      }
      return false
    }
  }
}
#endif
