/// One launched effect: its task's work, and what its store does when the task has ended.
// Sendable: constants, besides `result`, whose access is ordered as said beside it.
final class EffectRun<Action: Sendable>: EffectRunCore, @unchecked Sendable {
  enum Result {
    case finished(Action?)
    case failed(any Error)
  }

  let launch: Launch<Action>
  let mailbox: Mailbox<Action>
  let buffer: StreamBuffer<Action>?
  // Read and changed on the main actor only.
  nonisolated(unsafe) let frame: Frame<Action>?
  // Written by the task before it exchanges the phase, and read on the main actor after it saw that exchange.
  private(set) var result = Result.finished(nil)

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
    let isStream = launch.isStream
    buffer = isStream ? StreamBuffer() : nil
    super.init(
      node: node,
      traits: RunTraits(isStream: isStream, landsLate: frame != nil || launch.onCancel != nil),
      table: table
    )
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

  /// Makes the effect's task.
  ///
  /// It inherits nothing from the caller.
  func makeTask() -> Task<Void, Never> {
    // The whole of the work in one closure: each asynchronous call in between would cost every effect a frame.
    let work: @concurrent @Sendable () async -> Void = { [self] in
      // Cancelled before its task began: the operation never starts.
      if !isCancelled {
        do {
          try await EffectRunCore.$current.withValue(self) {
            switch launch.body {
            case .task(let operation):
              result = .finished(try await operation())
            case .run(let operation):
              try await operation(Send(self))
            case .stream(let pump):
              if let buffer {
                try await pump(StreamInlet(run: self, buffer: buffer))
              }
            }
          }
        } catch {
          result = .failed(error)
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
    if case .finished(let action?) = result {
      table.observer?.receive(.actionDropped(action, sender: info))
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
