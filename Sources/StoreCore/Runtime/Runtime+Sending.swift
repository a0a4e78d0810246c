extension Runtime {
  /// Handles an action: at once on an idle store, in its turn on one that is handling another.
  ///
  /// When it returns from an idle store, the actions that were sent before it, the action itself and those that
  /// handlers sent meanwhile have been handled, and their effects are registered.
  ///
  /// - Returns: a handle to wait for the action's effects and to cancel them.
  @inlinable
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    send(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Handles an action that was sent from a place that the caller knows.
  @inlinable
  @discardableResult
  public func send(_ action: Action, at location: CallSite) -> SendHandle {
    guard isDirect, mailbox.isEmpty, queue.begin() else { return sendInTurn(action, at: location) }
    let program = handler(action)
    if program.isNone, queue.isEmpty, pendingReports.isEmpty {
      queue.end()
      return SendHandle()
    }
    return finish(program, of: action, at: location)
  }

  /// Handles an action in its turn on the main actor; it can be called from any isolation.
  ///
  /// Actions of one sender keep their order, also with those it sends by ``send(_:fileID:filePath:line:column:)``. It
  /// never blocks.
  @inlinable
  public nonisolated func enqueue(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    enqueue(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Handles an action in its turn that was sent from a place that the caller knows.
  @inlinable
  public nonisolated func enqueue(_ action: Action, at location: CallSite) {
    mailbox.push(action, at: location)
  }

  /// Runs an effect program that no action caused: at once on an idle store, else behind what is queued.
  ///
  /// - Returns: a handle to wait for its effects and to cancel them.
  @discardableResult
  @inlinable
  public func launch(_ program: EffectProgram<Action>) -> SendHandle {
    guard !program.isNone else { return SendHandle() }
    takeMessages()
    // In a sequential store it is beside the actions, for whose effects it does not wait.
    guard queue.isOpen(toEffects: true), queue.begin() else {
      let node = table.open(parent: .none, isCounted: false)
      queue.append(.program(Sent(program, origin(at: .unknown), node: node)), fromEffect: true)
      handleWaiting()
      return SendHandle(table: table, node: node)
    }
    beginRoot()
    let handle = run(program, at: .root)
    work()
    endTurn()
    return handle
  }

  /// Cancels the selected effects.
  ///
  /// When it returns, they are no longer running, their tasks are cancelled, and what they still send is
  /// dropped. It does not wait for its turn: an action that was enqueued before and is not handled yet starts its
  /// effects later. The members that follow them in a sequence have started, if the store was idle.
  @inlinable
  public func cancel(_ selector: EffectSelector) {
    // What an observer sends meanwhile waits until the cancel is done.
    performOutsideHandler { table.cancel(selector) }
  }

  /// Calls a listener of the store, outside of any handler: what is sent meanwhile is handled after it.
  ///
  /// Without this, an action that `body` sends on an idle store is handled before `body` has returned. With it, a chain
  /// of such actions counts as caused by each other, see ``StoreOptions/chainLimit``.
  @inlinable
  public func performOutsideHandler(_ body: () -> Void) {
    guard queue.begin() else { return body() }
    // No action has caused what is launched meanwhile.
    beginRoot()
    body()
    takeMessages()
    work()
    endTurn()
  }

  /// Makes a change of the engine's state that no action caused, and tells observers of it.
  ///
  /// What is sent meanwhile, by listeners of the change, is handled after it.
  ///
  /// - Parameters:
  ///   - location: Where the change is made.
  ///   - isBehindSent: Whether what was enqueued before is handled first, on an idle store. Not for a state that was made
  ///     from the present one: it would take the place of what comes of that.
  ///   - change: Makes the change.
  @inlinable
  public func changeState(at location: CallSite? = nil, isBehindSent: Bool = true, _ change: () -> Void) {
    if isBehindSent { takeTurn() }
    performOutsideHandler {
      change()
      stateWasWrittenExternally(at: location)
    }
  }

  // MARK: In turn

  @inlinable
  func finish(_ program: EffectProgram<Action>, of action: Action, at location: CallSite) -> SendHandle {
    beginRoot()
    current.location = location
    didHandle(action, cause: nil, at: location)
    let handle = run(program, of: action, at: .root)
    work()
    endTurn()
    return handle
  }

  @inlinable
  func sendInTurn(_ action: Action, at location: CallSite) -> SendHandle {
    takeMessages()
    guard queue.isSequential, let effect = runningEffect else {
      return send(action, from: origin(at: location), toEffects: false)
    }
    // What a task of the store's own effects sends belongs to the action that the store waits for.
    let chain = queue.state == .handling ? currentChain : nil
    return send(action, from: .call(cause: .effect(effect.token), chain: chain, at: location), toEffects: true)
  }

  /// The running effect of this store whose task calls.
  ///
  /// One that has ended or was cancelled holds the store no longer, though a task of it may go on.
  @inlinable
  var runningEffect: (any AnyEffectRun)? {
    CurrentEffect.run.flatMap { $0.table === table && $0.life.isRunning ? $0 : nil }
  }

  /// Handles an action of a running effect: at once on an idle store, else behind what is queued.
  @inlinable
  func send(_ action: Action, from effect: any AnyEffectRun, at location: CallSite) -> SendHandle {
    takeMessages()
    return send(action, from: .effect(effect, at: location), toEffects: true)
  }

  @inlinable
  func send(_ action: Action, from origin: Origin, toEffects isFromEffect: Bool) -> SendHandle {
    if queue.isBlocked { releaseSettledBlockers() }
    guard queue.isOpen(toEffects: isFromEffect), queue.begin() else {
      let node = openNode(at: position(of: origin))
      table.noteQueued(node, waitsForEffects: queue.isSequential && !isFromEffect)
      queue.append(.sent(Sent(action, origin, node: node)), fromEffect: isFromEffect)
      // Not what has come meanwhile: it was sent after this.
      handleWaiting()
      return SendHandle(table: table, node: node)
    }
    beginRoot()
    let handle = handleUnlessCancelled(action, from: origin)
    work()
    endTurn()
    return handle
  }

  /// The origin of what is sent or launched now by a call of the store.
  @inlinable
  func origin(at location: CallSite) -> Origin {
    guard queue.state == .handling else { return .outside(at: location) }
    let chain = currentChain
    chain.location = location.known ?? chain.location
    return .call(cause: handlerCause, chain: chain, at: location)
  }

  // MARK: Turns

  /// Handles what is due: called by the mailbox, never inside a handler.
  ///
  /// Messages that come meanwhile are left for the next turn of the main actor, so that a flood of actions does not
  /// keep it from other work.
  @inlinable
  package func drainWhenDue() {
    handledCount = 0
    takeTurnBody(self)
    if !rests() || !mailbox.rest() {
      mailbox.scheduleDrain()
    }
    tellWatchers()
  }

  /// Handles all messages that are there now, on an idle store.
  @inlinable
  func takeTurn() {
    takeMessages()
    // A run loop inside a handler may get here: then the handler's own loop goes on with the messages.
    handleWaiting()
  }

  /// Handles what waits in the queue, if nothing is being handled.
  @inlinable
  func handleWaiting() {
    guard queue.begin() else { return }
    work()
    endTurn()
  }

  /// Takes the messages from the mailbox, behind those that wait already.
  @inlinable
  func takeMessages() {
    guard !mailbox.isEmpty else { return }
    var messages = mailbox.takeAll()
    guard queue.isSequential else { return queue.append(contentsOf: messages) }
    while let message = messages.popFirst() {
      queue.append(message, fromEffect: message.isFromEffect)
    }
  }

  /// Lets the store be idle again, unless a handler has suspended.
  @inlinable
  func endTurn() {
    if !pendingReports.isEmpty { reportPending(at: .unknown) }
    beginRoot()
    queue.end()
    guard !nextTurn.isEmpty else { return }
    let messages = nextTurn
    nextTurn = []
    for message in messages {
      mailbox.push(message)
    }
  }
}
