extension Runtime {
  /// Ends all that the store does, until ``start()``.
  ///
  /// What was sent before is handled first, on an idle store. Then all effects are cancelled, and the programs that they
  /// belong to: no later member of a sequence starts, and an answer to a cancel is dropped. From then on nothing starts.
  /// Actions are dropped, and observers hear of each; those too that a handler sends while it calls this. The effects of
  /// that handler's own action do not start.
  ///
  /// For an engine whose stores rest while nobody shows them. Waiters go on, and ``settle()`` returns.
  ///
  /// - Complexity: O(effects + actions in progress).
  public func stop() {
    guard !isStopped else {
      isStarting = false
      return
    }
    takeTurn()
    isStopped = true
    noteListeners()
    table.stop()
  }

  /// Handles actions and starts effects again.
  ///
  /// What was sent while the store was stopped is dropped before, and all that waits still since it was. Called while an
  /// action is handled it has its effect behind that: for what is sent afterwards.
  public func start() {
    guard isStopped, !isStarting else { return }
    takeTurn()
    dropWaiting()
    if queue.state == .handling {
      // In its turn, in front of what is sent from now on.
      isStarting = true
      queue.append(.start, fromEffect: true)
    } else {
      startNow()
      takeTurn()
    }
  }

  /// Does what was to be done behind the action that was handled.
  @usableFromInline
  func startIfDue() {
    if isStarting { startNow() }
  }

  private func startNow() {
    isStarting = false
    isStopped = false
    table.start()
    noteListeners()
  }

  /// Drops the actions and programs that wait.
  ///
  /// The ends of effects keep their places: somebody may wait for them.
  private func dropWaiting() {
    takeMessages()
    // Out of the store meanwhile: an observer that hears of what is dropped may send.
    let (effects, actions) = queue.takeAll()
    queue.prepend(effects: effects.filter { !drop($0) }, actions: actions.filter { !drop($0) })
  }

  /// Drops an action or a program; `false` for anything else.
  private func drop(_ message: Message<Action>) -> Bool {
    switch message {
    case .action(let action):
      tellDropped(action, from: .outside())
    case .sent(let sent):
      table.noteTaken(sent.node)
      tellDropped(sent.content, from: sent.origin)
      table.release(sent.node)
    case .program(let sent):
      table.release(sent.node)
    case .start:
      break
    case .completed, .elements:
      return false
    }
    return true
  }
}
