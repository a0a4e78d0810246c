extension RuntimeCore {
  // MARK: The short way of a send

  /// Begins a turn with nothing in front of it and nobody to be told; `false` where an action has to go the whole way.
  @usableFromInline
  func beginDirectly() -> Bool {
    isDirect && mailbox.isEmpty && queue.begin()
  }

  /// Ends it behind a handler that returned no program; `false` where something is left to do.
  @usableFromInline
  func endDirectly() -> Bool {
    guard queue.isEmpty, pendingReports.isEmpty else { return false }
    queue.end()
    return true
  }

  // MARK: Calls

  /// Runs an effect program that no action caused: at once on an idle store, else behind what is queued.
  func launch(_ program: Program) -> SendHandle {
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
  func cancel(_ selector: EffectSelector, in scope: EffectScope? = nil) {
    // What an observer sends meanwhile waits until the cancel is done.
    performOutsideHandler { table.cancel(selector, in: scope) }
  }

  /// Calls a listener of the store, outside of any handler: what is sent meanwhile is handled after it.
  func performOutsideHandler(_ body: () -> Void) {
    guard queue.begin() else { return body() }
    // No action has caused what is launched meanwhile.
    beginRoot()
    body()
    takeMessages()
    work()
    endTurn()
  }

  /// Makes a change of the engine's state that no action caused, and tells observers of it.
  func changeState(at location: CallSite? = nil, isBehindSent: Bool = true, _ change: () -> Void) {
    if isBehindSent { takeTurn() }
    performOutsideHandler {
      change()
      stateWasWrittenExternally(at: location)
    }
  }

  // MARK: In turn

  func finish(_ program: Program, of action: AnyAction, at location: CallSite) -> SendHandle {
    beginRoot()
    current.location = location
    didHandle(action, cause: nil, at: location)
    let handle = run(program, of: action, at: .root)
    work()
    endTurn()
    return handle
  }

  /// Handles an action: at once on an idle store, in its turn on one that is handling another.
  func sendInTurn(_ action: AnyAction, at location: CallSite) -> SendHandle {
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
  var runningEffect: EffectRun? {
    CurrentEffect.run.flatMap { $0.table === table && $0.life.isRunning ? $0 : nil }
  }

  /// Handles an action of a running effect: at once on an idle store, else behind what is queued.
  func send(_ action: AnyAction, from effect: EffectRun, at location: CallSite) -> SendHandle {
    takeMessages()
    return send(action, from: .effect(effect, at: location), toEffects: true)
  }

  func send(_ action: AnyAction, from origin: Origin, toEffects isFromEffect: Bool) -> SendHandle {
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
  package func drainWhenDue() {
    handledCount = 0
    takeTurn()
    if !rests() || !mailbox.rest() {
      mailbox.scheduleDrain()
    }
    tellWatchers()
  }

  /// Handles all messages that are there now, on an idle store.
  func takeTurn() {
    takeMessages()
    // A run loop inside a handler may get here: then the handler's own loop goes on with the messages.
    handleWaiting()
  }

  /// Handles what waits in the queue, if nothing is being handled.
  func handleWaiting() {
    guard queue.begin() else { return }
    work()
    endTurn()
  }

  /// Takes the messages from the mailbox, behind those that wait already.
  func takeMessages() {
    guard !mailbox.isEmpty else { return }
    guard queue.isSequential else { return queue.append(by: mailbox.takeAll(into:)) }
    var messages = mailbox.takeAll()
    while let message = messages.popFirst() {
      queue.append(message, fromEffect: message.isFromEffect)
    }
  }

  /// Lets the store be idle again, unless a handler has suspended.
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
