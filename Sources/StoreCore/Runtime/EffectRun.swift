import Synchronization

/// One launched effect: its task's work, and what its store does when the task has ended.
final class EffectRun<Action: Sendable>: EffectRunCore, @unchecked Sendable {
  // Sendable: constants, besides `result`, whose access is ordered as said beside it.

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
      info: EffectInfo(
        id: launch.options.id,
        token: .next(),
        name: launch.options.name,
        priority: launch.options.priority,
        isStream: isStream
      ),
      node: node,
      traits: RunTraits(isStream: isStream, landsLate: frame != nil || launch.onCancel != nil),
      table: table
    )
  }

  /// Makes the effect's task. It inherits nothing from the caller.
  func makeTask() -> Task<Void, Never> {
    let priority = launch.options.priority
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = launch.options.name {
      return Task.detached(name: name, executorPreference: table.options.executor, priority: priority) {
        await self.execute()
      }
    }
    guard let executor = table.options.executor else {
      return Task.detached(priority: priority) { await self.execute() }
    }
    return Task.detached(executorPreference: executor, priority: priority) { await self.execute() }
  }

  private func execute() async {
    // Cancelled before its task began: the operation never starts.
    if !isCancelled {
      result = await EffectRunCore.$current.withValue(self) { await perform() }
    }
    let (isExchanged, _) = phase.compareExchange(
      expected: .running,
      desired: .completed,
      ordering: .acquiringAndReleasing
    )
    if isExchanged {
      post()
    } else {
      if case .finished(let action?) = result {
        table.options.observer?.receive(.actionDropped(action, sender: info))
      }
      table.drained(self)
    }
  }

  private func perform() async -> Result {
    do {
      switch launch.body {
      case .task(let operation):
        return .finished(try await operation())
      case .run(let operation):
        try await operation(Send(self))
      case .stream(let pump):
        if let buffer {
          try await pump(StreamInlet(run: self, buffer: buffer))
        }
      }
      return .finished(nil)
    } catch {
      return .failed(error)
    }
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
