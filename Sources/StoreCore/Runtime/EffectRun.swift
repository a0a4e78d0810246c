/// One launched effect: its task's work, and what its store does when the task has ended.
@usableFromInline
// Sendable: constants, besides `result`, whose access is ordered as said beside it.
final class EffectRun<Action: Sendable>: EffectRunCore, @unchecked Sendable {
  @usableFromInline let launch: Launch<Action>
  @usableFromInline let mailbox: Mailbox<Action>
  @usableFromInline let buffer: StreamBuffer<Action>?
  // Read and changed on the main actor only.
  @usableFromInline nonisolated(unsafe) let frame: Frame<Action>?
  // Written by the task before it exchanges the phase, and read on the main actor after it saw that exchange.
  @usableFromInline private(set) var result: Action?

  @inlinable
  init(
    _ launch: Launch<Action>,
    node: SlotKey,
    frame: Frame<Action>?,
    action: UInt64,
    scope: EffectScope? = nil,
    table: EffectTable,
    mailbox: Mailbox<Action>
  ) {
    self.launch = launch
    self.mailbox = mailbox
    self.frame = frame
    buffer = launch.isStream ? Self.makeBuffer() : nil
    super.init(
      node: node,
      isStream: launch.isStream,
      landsLate: frame != nil || launch.onCancel != nil,
      action: action,
      scope: scope,
      table: table
    )
  }

  @usableFromInline
  static func makeBuffer() -> StreamBuffer<Action> {
    StreamBuffer()
  }

  override var ownID: EffectID? { launch.options.id }

  override var info: EffectInfo {
    let options = launch.options
    return EffectInfo(
      id: id,
      token: token,
      name: options.name,
      priority: options.priority,
      isStream: traits.isStream
    )
  }

  override var throttle: Throttle? { launch.throttle }

  override func begin() {
    start(makeTask())
  }

  /// Makes the effect's task.
  ///
  /// It inherits nothing from the caller.
  private func makeTask() -> Task<Void, Never> {
    // The whole of the work in one closure: each asynchronous call in between would cost every effect a frame.
    let work: @concurrent @Sendable () async -> Void = { [self] in
      let thread = isExamined ? CurrentThread.number : 0
      // Cancelled before its task began: the operation never starts.
      if !isCancelled {
        do {
          try await EffectRunCore.$current.withValue(self) {
            if let modifiers = launch.modifiers {
              return try await operate(inside: modifiers)
            }
            switch launch.body {
            case .task(let operation):
              result = try await operation()
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
          self.error = error
        }
      }
      if isExamined, CurrentThread.number != thread { noteSuspension() }
      finish()
    }
    if case .mainActor(let operation) = launch.body, launch.modifiers == nil, table.executor == nil, !isExamined {
      return makeMainActorTask(operation)
    }
    return makeTask(isExamined ? examining(work) : work)
  }

  /// Makes the task of an operation on the main actor, which never leaves it by itself.
  ///
  /// Not where there is an executor: that has to see each task begin and end.
  private func makeMainActorTask(
    _ operation: @escaping @MainActor @Sendable (Send<Action>) async throws -> Void
  ) -> Task<Void, Never> {
    let work: @MainActor @Sendable () async -> Void = { [self] in
      do {
        try await EffectRunCore.$current.withValue(self) { try await operation(Send(self)) }
      } catch {
        self.error = error
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
  private func operate(inside modifiers: Chain<any OperationModifier>) async throws {
    let isRepeatable = launch.isRepeatable
    switch launch.body {
    case .task(let operation):
      let result = Locked<Action?>(nil)
      try await modifiers.run(isRepeatable: isRepeatable) {
        let action = try await operation()
        result.withLock { $0 = action }
      }
      self.result = result.withLock { $0 }
    case .run(let operation):
      let send = Send(self)
      try await modifiers.run(isRepeatable: isRepeatable) { try await operation(send) }
    case .mainActor(let operation):
      try await modifiers.run(isRepeatable: isRepeatable) { [self] in try await perform(operation) }
    case .stream(let pump):
      guard let buffer else { return }
      let inlet = StreamInlet(run: self, buffer: buffer)
      try await modifiers.run(isRepeatable: isRepeatable) { try await pump(inlet) }
    }
  }

  private func makeTask(_ work: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never> {
    let priority = launch.options.priority
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = launch.options.name {
      return Task.detached(name: name, executorPreference: table.executor, priority: priority, operation: work)
    }
    guard let executor = table.executor else { return Task.detached(priority: priority, operation: work) }
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
      let task = Task.immediate(executorPreference: table.executor) {
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
  private func finish() {
    guard !complete() else { return post() }
    if let result {
      tellDropped(result)
    }
    table.drained(self)
  }

  override func post() {
    mailbox.push(self)
  }

  override func wakeStore() {
    mailbox.wake()
  }

  override var isWaitingForElement: Bool {
    buffer?.isWaitingForElement ?? false
  }

  override var elementCount: Int {
    buffer?.gate.elementCount ?? 0
  }
}
