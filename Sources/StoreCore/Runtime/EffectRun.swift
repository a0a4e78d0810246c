/// One launched effect: its task's work, and what its store does when the task has ended.
@usableFromInline
// Sendable: constants, besides `action`, whose access is ordered as said beside it.
final class EffectRun<Action: Sendable>: EffectRunCore, @unchecked Sendable {
  @usableFromInline let launch: Launch<Action>
  @usableFromInline let mailbox: Mailbox<Action>
  @usableFromInline let buffer: StreamBuffer<Action>?
  // Read and changed on the main actor only.
  @usableFromInline nonisolated(unsafe) let frame: Frame<Action>?
  // Written by the task before it exchanges the phase, and read on the main actor after it saw that exchange.
  @usableFromInline private(set) var action: Action?

  @inlinable
  init(
    _ launch: Launch<Action>,
    node: SlotKey,
    frame: Frame<Action>?,
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
      table: table
    )
  }

  @usableFromInline
  static func makeBuffer() -> StreamBuffer<Action> {
    StreamBuffer()
  }

  override var id: EffectID? { launch.options.id }

  override var info: EffectInfo {
    let options = launch.options
    return EffectInfo(
      id: options.id,
      token: token,
      name: options.name,
      priority: options.priority,
      isStream: traits.isStream
    )
  }

  override var throttle: Throttle? { launch.throttle }

  override func begin() {
    // Told first: the task may end, and be told of, as soon as it is made.
    table.observer?.receive(.effectStarted(info))
    start(makeTask())
  }

  /// Makes the effect's task.
  ///
  /// It inherits nothing from the caller.
  private func makeTask() -> Task<Void, Never> {
    // The whole of the work in one closure: each asynchronous call in between would cost every effect a frame.
    let work: @concurrent @Sendable () async -> Void = { [self] in
      // Cancelled before its task began: the operation never starts.
      if !isCancelled {
        do {
          try await EffectRunCore.$current.withValue(self) {
            switch launch.body {
            case .task(let operation):
              action = try await operation()
            case .run(let operation):
              try await operation(Send(self))
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
      finish()
    }
    let priority = launch.options.priority
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = launch.options.name {
      return Task.detached(name: name, executorPreference: table.executor, priority: priority, operation: work)
    }
    guard let executor = table.executor else { return Task.detached(priority: priority, operation: work) }
    return Task.detached(executorPreference: executor, priority: priority, operation: work)
  }

  /// Tells the store that the task has ended; of a cancelled run, only that it does not drain any more.
  private func finish() {
    guard !complete() else { return post() }
    if let observer = table.observer, let action {
      observer.receive(.actionDropped(action, sender: info))
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
