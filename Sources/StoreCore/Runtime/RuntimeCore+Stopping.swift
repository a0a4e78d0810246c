extension Runtime {
  /// Stops the store for good; of a scope nothing, whose runtime is that of the store which was scoped.
  package func end() {
    if lens == nil { core.stop(as: .over) }
  }

  /// Notes that the store is the child of another one, which a scope can be any number of times; `false` where it was one.
  package func becomeChild() -> Bool {
    guard lens == nil else { return true }
    defer { core.isChild = true }
    return !core.isChild
  }

  /// Calls `receive` whenever the store was stopped, and whenever it has started again.
  package func subscribe(toLife receive: @escaping @MainActor () -> Void) -> StoreSubscription {
    core.lifeSubscribers.add(receive)
  }
}

extension RuntimeCore {
  /// Whether a store handles actions and starts effects, or drops and refuses them; see ``Runtime/stop()``.
  enum Life {
    case running
    case stopped
    /// Stopped, and to start again behind what is handled.
    case starting
    /// Stopped for good.
    case over
  }

  var isStopped: Bool { life != .running }

  func stop(as end: Life = .stopped) {
    guard life == .running else {
      if life != .over { life = end }
      return
    }
    drain()
    life = end
    noteListeners()
    table.stop()
    lifeSubscribers.deliver(())
  }

  func start() {
    guard life == .stopped else { return }
    drain()
    dropWaiting()
    if queue.state == .handling {
      // In its turn, in front of what is sent from now on.
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
    lifeSubscribers.deliver(())
  }

  /// Drops the actions and programs that wait; the ends of effects keep their places, as somebody may wait for them.
  private func dropWaiting() {
    takeMessages()
    // Out of the store meanwhile: an observer that hears of what is dropped may send.
    let (effects, actions) = queue.takeAll()
    queue.prepend(effects: effects.filter { !drop($0) }, actions: actions.filter { !drop($0) })
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
      var handling = Handling()
      handling.location = sent.origin.location
      if case .action(let id) = cause(of: sent.origin) { handling.action = id.rawValue }
      tellRefused(OpenedProgram(sent.content), as: .stoppedStore, of: handling, node: sent.node)
      table.release(sent.node)
    case .start:
      break
    case .completed, .elements:
      return false
    }
    return true
  }
}
