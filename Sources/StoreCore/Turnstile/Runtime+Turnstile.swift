extension Runtime {
  /// Creates a runtime around a handler, with an order of actions and effects.
  public convenience init(
    options: StoreOptions = StoreOptions(),
    ordering: ActionOrdering,
    handler: @escaping Handler
  ) {
    let table = EffectTable(options: options)
    guard ordering.isSequential else {
      self.init(table: table, isPresent: nil, handler: handler, takeTurnBody: { $0.takeTurn() })
      return
    }
    let turnstile = Turnstile<Action>(ordering: ordering, table: table, asynchronousHandler: nil)
    self.init(table: table, turnstile: turnstile, handler: handler)
  }

  /// Creates a runtime around a handler that may suspend.
  ///
  /// While it does, nothing else of the store is handled: later actions wait in their order, and so do the ends of
  /// effects and what they send. Cancels do not wait. Where the system's runtime starts tasks at once (macOS 26, iOS 26,
  /// Linux), a handler that does not suspend has returned when `send` returns; elsewhere `send` has accepted the action.
  ///
  /// A handler must not wait for its own store, which goes on when the handler has returned: such a wait returns at once,
  /// with an issue. A cancel of the action's handle cancels the handler's task, and nothing of its program starts.
  public convenience init(
    options: StoreOptions = StoreOptions(),
    ordering: ActionOrdering = .concurrent,
    asynchronousHandler: @escaping @MainActor (Action) async -> EffectProgram<Action>
  ) {
    let table = EffectTable(options: options)
    let turnstile = Turnstile<Action>(ordering: ordering, table: table, asynchronousHandler: asynchronousHandler)
    self.init(table: table, turnstile: turnstile) { turnstile.handle($0) }
  }

  private convenience init(table: EffectTable, turnstile: Turnstile<Action>, handler: @escaping Handler) {
    self.init(table: table, isPresent: nil, handler: handler, takeTurnBody: { $0.takeGatedTurn() })
    self.turnstile = turnstile
    turnstile.runtime = self
    table.guardWaits(patience: turnstile.ordering.patience)
    // For ever: each send goes by the turnstile.
    isBusy = true
  }

  // MARK: Sending

  /// Handles an action in its turn.
  func send(_ action: Action, at location: CallSite, through turnstile: Turnstile<Action>) -> SendHandle {
    sortLetters(of: turnstile)
    turnstile.releaseEnded()
    // One that has ended or was cancelled holds the store no longer, though a task of it may go on.
    let sender = EffectRunCore.current.flatMap { $0.table === table && $0.isRunning ? $0 : nil }
    // What a task of the store's own effects sends belongs to the action that the store waits for.
    let isOwn = turnstile.machine.isSequential && sender != nil
    let hasCome =
      isOwn
      ? turnstile.machine.isOpenToEffects && turnstile.fromEffects.isEmpty
      : turnstile.machine.isOpen && queue.isEmpty && turnstile.fromEffects.isEmpty
    let isCaused = turnstile.machine.isTurning
    let source = ActionSource(
      isCaused: isCaused,
      action: isCaused ? currentAction : 0,
      effect: isOwn ? sender?.token : nil,
      location: location
    )
    let node = table.open(parent: .none, isCounted: false)
    let trace = isCaused ? currentTrace : Trace(limit: table.chainLimit)
    trace.location = location
    let item = QueuedItem<Action>.action(action, node: node, trace: trace, source: source)
    let handle = SendHandle(table: table, node: node)
    if hasCome, turnstile.machine.begin() {
      go(item)
      goThrough()
      endGoing()
      return table.isSettled(node, scope: .tree) ? SendHandle() : handle
    }
    table.noteQueued(node, waitsForEffects: turnstile.machine.isSequential && !isOwn)
    if isOwn {
      turnstile.fromEffects.append(item)
    } else {
      queue.append(item)
    }
    takeGatedTurn()
    return handle
  }

  /// Runs a program that no action caused.
  func launch(_ program: EffectProgram<Action>, through turnstile: Turnstile<Action>) -> SendHandle {
    let node = table.open(parent: .none, isCounted: false)
    let isCaused = turnstile.machine.isTurning
    let source = ActionSource(isCaused: isCaused, action: isCaused ? currentAction : 0)
    let trace = isCaused ? currentTrace : Trace(limit: table.chainLimit)
    let item = QueuedItem<Action>.program(program, node: node, trace: trace, source: source)
    if turnstile.machine.isSequential {
      // Beside the actions, for whose effects it does not wait.
      turnstile.fromEffects.append(item)
    } else {
      sortLetters(of: turnstile)
      queue.append(item)
    }
    takeGatedTurn()
    return SendHandle(table: table, node: node)
  }

  /// Handles what an effect has sent in its turn.
  func take(_ letter: SentLetter<Action>, through turnstile: Turnstile<Action>) {
    sortLetters(of: turnstile)
    if turnstile.machine.isSequential {
      turnstile.fromEffects.append(.letter(letter))
    } else {
      queue.append(.letter(letter))
    }
    takeGatedTurn()
  }

  // MARK: Going

  /// Handles what is due, if nobody is being handled.
  func takeGatedTurn() {
    guard let turnstile else { return }
    sortLetters(of: turnstile)
    guard turnstile.machine.begin() else { return }
    goThrough()
    endGoing()
  }

  /// Handles what is due because effects ended after the turn had looked, and before the mailbox slept.
  ///
  /// Their end woke nobody: a drain was due still.
  func takeMissedTurn() {
    if turnstile?.hasEndedHolds == true {
      takeGatedTurn()
    }
  }

  /// Cancels the selected effects; what is sent meanwhile waits until that is done.
  func cancel(_ selector: EffectSelector, through turnstile: Turnstile<Action>) {
    let isTurn = turnstile.machine.begin()
    table.cancel(selector)
    if isTurn {
      turnstile.machine.end()
    }
    takeGatedTurn()
  }

  /// Puts the letters that have come into their lines.
  func sortLetters(of turnstile: Turnstile<Action>) {
    // As mostly: here nothing is specialised for the type of action, and each step costs much.
    guard !mailbox.isEmpty else { return }
    var letters = mailbox.takeAll()
    while let letter = letters.popFirstLetter() {
      if turnstile.machine.isSequential, comesFromEffect(letter) {
        turnstile.fromEffects.append(.letter(letter))
      } else {
        queue.append(.letter(letter))
      }
    }
  }

  private func comesFromEffect(_ letter: Letter) -> Bool {
    switch letter.kind {
    case .action: false
    case .run, .stream: true
    // A letter of this kind is made for this mailbox's type of action and no other.
    case .sent: unsafeDowncast(letter, to: SentLetter<Action>.self).sender != nil
    }
  }

  /// Handles those who wait, in a turn that was begun.
  func goThrough() {
    guard let turnstile else { return }
    while true {
      turnstile.releaseEnded()
      switch turnstile.machine.next(hasEffects: !turnstile.fromEffects.isEmpty, hasActions: !queue.isEmpty) {
      case .fromEffects:
        if let item = turnstile.fromEffects.popFirst() { go(item) }
      case .fromOutside:
        if let item = queue.popFirst() { go(item) }
      case .nobody:
        return
      }
    }
  }

  /// Ends a turn.
  func endGoing() {
    turnstile?.machine.end()
    endTurn()
    isBusy = true
  }

  private func go(_ item: QueuedItem<Action>) {
    turnstile?.base = 0
    switch item {
    case .action(let action, let node, let trace, let source):
      table.noteTaken(node)
      // Held while it is handled, and by its effects.
      holdUntilSettled(node)
      handleQueued(action, node: node, trace, source)
    case .program(let program, let node, let trace, let source):
      runQueued(program, node: node, trace, source)
    case .letter(let letter):
      go(letter)
    case .start:
      startIfDue()
    }
  }

  private func go(_ letter: Letter) {
    guard !comesFromEffect(letter) else { return handle(letter) }
    // A letter of these kinds is made for this mailbox's type of action and no other.
    let letter = unsafeDowncast(letter, to: ActionLetter<Action>.self)
    let sent = letter.kind == .sent ? unsafeDowncast(letter, to: SentLetter<Action>.self) : nil
    let node: SlotKey
    if let sent, !sent.node.isNone {
      // Somebody waits for it.
      node = sent.node
      table.noteTaken(node)
    } else {
      node = table.open(parent: .none, isCounted: false)
    }
    holdUntilSettled(node)
    let trace = Trace(limit: table.chainLimit, location: sent?.location.known)
    handleQueued(letter.action, node: node, trace, ActionSource(location: sent?.location ?? .unknown))
  }

  /// Lets nobody else from outside in before an action's effects have ended, in a sequential store.
  private func holdUntilSettled(_ node: SlotKey) {
    guard let turnstile, turnstile.machine.isSequential else { return }
    let hold = TurnstileHold(node) { [mailbox] in mailbox.wake() }
    if table.tell(hold, whenSettled: node) {
      turnstile.add(hold)
    }
  }
}
