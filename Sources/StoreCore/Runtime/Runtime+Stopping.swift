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
    drainNow()
    isStopped = true
    // No short way from now on.
    isHeard = true
    table.stop()
  }

  /// Handles actions and starts effects again.
  ///
  /// What was sent while the store was stopped is dropped before, and all that waits still since it was. Called while an
  /// action is handled it has its effect behind that: for what is sent afterwards.
  public func start() {
    guard isStopped, !isStarting else { return }
    drainNow()
    if let turnstile {
      dropWaiting(of: turnstile)
      guard !turnstile.machine.isTurning else {
        return startLater()
      }
      startNow()
      takeGatedTurn()
    } else if isBusy {
      dropWaiting()
      startLater()
    } else {
      startNow()
    }
  }

  /// Has the store start in its turn, in front of what is sent from now on.
  private func startLater() {
    isStarting = true
    if let turnstile, turnstile.machine.isSequential {
      turnstile.fromEffects.append(.start)
    } else {
      queue.append(.start)
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
    isHeard = readers != nil || table.hub.isActive || !pendingReports.isEmpty
  }

  // MARK: What waits

  /// Drops what waits behind the action that is handled.
  private func dropWaiting() {
    takeLetters()
    var waiting = Queue<QueuedItem<Action>>()
    while let letter = letters.popFirstLetter() {
      waiting.append(.letter(letter))
    }
    waiting.append(contentsOf: queue)
    queue = Queue()
    queue.prepend(contentsOf: rest(of: waiting))
  }

  private func dropWaiting(of turnstile: Turnstile<Action>) {
    sortLetters(of: turnstile)
    let (effects, actions) = (turnstile.fromEffects, queue)
    (turnstile.fromEffects, queue) = (Queue(), Queue())
    turnstile.fromEffects.prepend(contentsOf: rest(of: effects))
    queue.prepend(contentsOf: rest(of: actions))
  }

  /// What is left of a line, which is out of the store meanwhile: an observer that hears of what is dropped may send.
  private func rest(of line: Queue<QueuedItem<Action>>) -> [QueuedItem<Action>] {
    line.elements.filter { !drop($0) }
  }

  /// Drops an action or a program.
  ///
  /// The ends of effects keep their places: somebody may wait for them.
  ///
  /// - Returns: whether it was one.
  private func drop(_ item: QueuedItem<Action>) -> Bool {
    switch item {
    case .action(let action, let node, _, let source):
      table.noteTaken(node)
      tellDropped(action, source)
      table.release(node)
    case .program(_, let node, _, _):
      table.release(node)
    case .letter(let letter):
      return drop(letter)
    case .start:
      break
    }
    return true
  }

  private func drop(_ letter: Letter) -> Bool {
    switch letter.kind {
    case .action:
      // A letter of this kind is made for this mailbox's type of action and no other.
      tellDropped(unsafeDowncast(letter, to: ActionLetter<Action>.self).action, ActionSource())
    case .sent:
      // As above.
      let letter = unsafeDowncast(letter, to: SentLetter<Action>.self)
      table.noteTaken(letter.node)
      tellDropped(letter.action, ActionSource(effect: letter.sender?.token, location: letter.location))
      table.release(letter.node)
    case .run, .stream:
      return false
    }
    return true
  }
}
