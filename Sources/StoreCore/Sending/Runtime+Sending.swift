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
    guard core.beginSend() else { return sendInTurn(action, at: location) }
    #if DEBUG
    core.noteSend(at: location)
    #else
    if !core.endsEarly { core.noteSend(at: location) }
    #endif
    let program = handler(action)
    if program.isNone, core.endSend() { return SendHandle() }
    return proceed(with: program, of: action, at: location)
  }

  @usableFromInline
  func proceed(with program: EffectProgram<Action>, of action: Action, at location: CallSite) -> SendHandle {
    core.current.location = location
    let handle = core.proceed(with: program.program, of: outer(action), cause: nil, location: location, at: .root)
    core.endTurn()
    return handle
  }

  @usableFromInline
  func sendInTurn(_ action: Action, at location: CallSite) -> SendHandle {
    core.sendInTurn(outer(action), at: location)
  }

  /// Handles an action in its turn on the main actor, sent from any isolation.
  ///
  /// Actions of a sender stay in order, including those sent by ``send(_:fileID:filePath:line:column:)``. It never
  /// blocks.
  public nonisolated func enqueue(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    enqueue(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Handles an action in its turn, sent from a place that the caller knows.
  public nonisolated func enqueue(_ action: Action, at location: CallSite) {
    #if DEBUG
    core.table.releaseWatch.noteWork(at: location)
    #endif
    core.mailbox.push(outer(action), at: location)
  }

  /// Runs an effect program that no action caused: at once on an idle store, otherwise after what is queued.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - location: The place of the call, if known.
  /// - Returns: a handle to wait for its effects and to cancel them.
  @discardableResult
  public func launch(_ program: EffectProgram<Action>, at location: CallSite = .unknown) -> SendHandle {
    core.launch(lens?.lifted(program.program) ?? program.program, at: location)
  }

  /// Cancels the selected effects.
  ///
  /// When it returns, they are no longer running, their tasks are cancelled, and what they still send is dropped. It
  /// does not wait for a turn: an action that was enqueued before and is not handled yet starts its effects later.
  /// Members that follow a cancelled effect in a sequence have started, if the store was idle.
  ///
  /// - Parameters:
  ///   - selector: The choice of effects.
  ///   - location: The place of the call, if known.
  public func cancel(_ selector: EffectSelector, at location: CallSite = .unknown) {
    core.cancel(selector, in: scope, at: location)
  }
}

extension RuntimeCore {
  func cancel(_ selector: EffectSelector, in scope: EffectScope?, at location: CallSite) {
    let caller = hub.isActive ? table.caller(at: location) : Caller()
    // What an observer sends meanwhile waits until the cancel is done.
    performOutsideHandler {
      #if DEBUG
      noteCancel(selector, in: scope, at: location.known)
      #endif
      table.cancel(selector, in: scope, by: caller)
    }
  }

  // MARK: A send on an idle store

  /// Begins the turn of a send; `false` if the action has to wait, is dropped, or has an origin.
  @usableFromInline
  func beginSend() -> Bool { takesSends && mailbox.isEmpty && (endsEarly || !isCalledByStore) && queue.begin() }

  /// Notes the action that a send handles, before its handler is called.
  @usableFromInline
  func noteSend(at location: CallSite) {
    if hub.isActive { beginActing() }
    beginRoot()
    current.location = location
    numberAction()
  }

  /// Ends the turn of a send whose handler has returned no program; `false` if something else is left to do.
  @usableFromInline
  func endSend() -> Bool {
    // A chain of writes of the state, by listeners of this change, ends here too.
    guard endsEarly, queue.isEmpty, pendingReports.isEmpty, current.chain == nil else { return false }
    if case .some = unhandled { return false }
    queue.end()
    return true
  }

  // MARK: Calls

  func launch(_ program: Program, at location: CallSite) -> SendHandle {
    guard !program.isNone else { return SendHandle() }
    takeMessages()
    let call = table.originOfCall(at: location)
    // In a sequential store it does not wait for the effects of actions.
    guard queue.isOpen(toEffects: true), beginTurn() else {
      let node = table.open(parent: .none, isCounted: false)
      table.noteQueued(node, waitsForEffects: false)
      queue.append(.program(Sent(program, origin(of: call, as: .launch), node: node, to: hub)), fromEffect: true)
      handleWaiting()
      return SendHandle(table: table, node: node)
    }
    beginRoot()
    current = call
    let handle = run(program, of: nil, at: .root)
    endTurn()
    return handle
  }

  /// Whether an action that is sent need not wait for its turn.
  package var handlesAtOnce: Bool { mailbox.isEmpty && queue.isOpen(toEffects: false) }

  /// Whether a program that is launched need not wait for its turn.
  package var launchesAtOnce: Bool { mailbox.isEmpty && queue.isOpen(toEffects: true) && queue.state == .idle }

  // MARK: In turn

  func sendInTurn(_ action: AnyAction, at location: CallSite) -> SendHandle {
    guard queue.isSequential, let effect = runningEffect else {
      return send(action, from: origin(of: table.originOfCall(at: location)), toEffects: false)
    }
    // What a task of one of the store's own effects sends belongs to the action that the store waits for.
    var call = table.originOfCall(at: location)
    call.cause = call.cause ?? .effect(effect.token)
    if queue.state == .handling { call.chain = currentChain }
    return send(action, from: call, toEffects: true)
  }

  /// The effect of this store whose task makes the call, unless it has ended or was cancelled: then it blocks nothing.
  var runningEffect: EffectRun? {
    CurrentEffect.run.flatMap { $0.table === table && $0.phase == .running ? $0 : nil }
  }

  /// Handles an action: at once on an idle store, otherwise after what is queued.
  func send(_ action: AnyAction, from origin: Origin, toEffects isFromEffect: Bool) -> SendHandle {
    takeMessages()
    if queue.isBlocked { releaseSettledBlockers() }
    guard queue.isOpen(toEffects: isFromEffect), beginTurn() else {
      let node = openNode(at: position(of: origin.effect))
      table.noteQueued(node, waitsForEffects: queue.isSequential && !isFromEffect)
      queue.append(.sent(Sent(action, origin, node: node, to: hub)), fromEffect: isFromEffect)
      // Messages that have come meanwhile are not taken: they were sent after this action.
      handleWaiting()
      return SendHandle(table: table, node: node)
    }
    beginRoot()
    let handle = handleUnlessCancelled(action, from: origin)
    endTurn()
    return handle
  }

  /// The origin of an action or a program that a call of the store sends or launches now.
  func origin(of call: consuming Origin, as link: ChainLink = .action) -> Origin {
    // A handler that has suspended has ended its chain with that.
    guard queue.state == .handling else { return call }
    let chain = currentChain
    chain.location = call.location.known ?? chain.location
    call.cause = current.cause
    call.chain = chain
    call.isFurther = link == .launch ? noteLaunched() : noteSent()
    return call
  }
}
