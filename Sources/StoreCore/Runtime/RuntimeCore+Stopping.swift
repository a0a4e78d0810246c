extension Runtime {
  /// Stops the store for good; does nothing for a scoped store, whose runtime is shared with the store that was scoped.
  package func end() {
    if lens == nil { core.stop(as: .over) }
  }

  /// Notes that the store becomes the child of another one; `false` if it is or was one, unless it is a scoped store.
  package func becomeChild(of parent: StoreIdentity?) -> Bool {
    guard lens == nil else { return true }
    guard !core.isChild else { return false }
    core.isChild = true
    if let parent { core.hub.tell(.storeAdopted(by: parent)) }
    return true
  }

  /// Calls `receive` whenever the store has stopped or started again.
  package func subscribe(toLife receive: @escaping @MainActor () -> Void) -> StoreSubscription {
    core.lifeSubscribers.add(receive)
  }
}

extension RuntimeCore {
  /// Whether a store handles actions and starts effects, or drops and refuses them; see ``Runtime/stop()``.
  enum Life {
    case running
    case stopped
    /// Stopped, and to start again after what is being handled.
    case starting
    /// Stopped for good.
    case over
  }

  package var isStopped: Bool { life != .running }
  /// Whether it is stopped for good.
  package var isOver: Bool { life == .over }

  func stop(as end: Life = .stopped) {
    guard life != .over else { return }
    let caller = lifeCaller
    guard life == .running else {
      life = end
      if end == .over { hub.tell(.storeEnded, cause: caller.cause, details: caller.details) }
      return
    }
    drain()
    life = end
    noteListeners()
    // Before the ends of the effects, and delivered after the cancels: an observer may start the store.
    hub.leave(end == .over ? .storeEnded : .storeStopped, cause: caller.cause, details: caller.details)
    table.stop(as: end == .over ? .storeEnd : .stop, by: caller)
    lifeSubscribers.deliver(())
  }

  func start() {
    guard life == .stopped else { return }
    drain()
    dropWaiting()
    if queue.state == .handling {
      // In its turn, before what is sent from now on.
      life = .starting
      queue.append(.start, fromEffect: true)
    } else {
      startNow()
      drain()
    }
  }

  func startNow() {
    life = .running
    table.start()
    noteListeners()
    let caller = lifeCaller
    hub.tell(.storeStarted, cause: caller.cause, details: caller.details)
    lifeSubscribers.deliver(())
  }

  /// What stops or starts the store now; nothing is known without an observer.
  private var lifeCaller: Caller { hub.isActive ? table.caller() : Caller() }

  /// Drops the actions and programs that wait; the ends of effects keep their order, as they may be waited for.
  private func dropWaiting() {
    takeMessages()
    // Taken out first: an observer that is notified of a drop may send.
    for message in queue.takeAll() where !drop(message) { queue.append(message, fromEffect: message.isFromEffect) }
  }

  /// Drops an action or a program; `false` for anything else.
  private func drop(_ message: Message) -> Bool {
    switch message {
    case .action(let action):
      tellDropped(action, from: .outside())
    case .sent(let sent):
      table.noteTaken(sent.node)
      tellDropped(sent.content, from: sent.origin)
      table.release(sent.node)
    case .program(let sent):
      table.noteTaken(sent.node)
      tellRefused(OpenedProgram(sent.content), as: .stoppedStore, of: sent.origin, node: sent.node)
      table.release(sent.node)
    case .start:
      break
    case .completed, .elements, .turn:
      return false
    }
    return true
  }
}
