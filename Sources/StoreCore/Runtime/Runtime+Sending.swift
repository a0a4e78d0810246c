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
    guard core.beginDirectly() else { return sendInTurn(action, at: location) }
    #if DEBUG
    core.noteSend(at: location)
    #endif
    let program = handler(action)
    if program.isNone, core.endDirectly() { return SendHandle() }
    return finish(program, of: action, at: location)
  }

  /// Does what follows the short way, whose handler has returned a program or found something in its way.
  @usableFromInline
  func finish(_ program: EffectProgram<Action>, of action: Action, at location: CallSite) -> SendHandle {
    let action = outer(action)
    core.beginRoot()
    core.current.location = location
    core.didHandle(action, cause: nil, at: location)
    let handle = core.run(program.program, of: action, at: .root)
    core.work()
    core.endTurn()
    return handle
  }

  @usableFromInline
  func sendInTurn(_ action: Action, at location: CallSite) -> SendHandle {
    core.sendInTurn(outer(action), at: location)
  }

  /// Handles an action in its turn on the main actor; it can be called from any isolation.
  ///
  /// Actions of one sender keep their order, also with those it sends by ``send(_:fileID:filePath:line:column:)``. It
  /// never blocks.
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
  public nonisolated func enqueue(_ action: Action, at location: CallSite) {
    core.mailbox.push(outer(action), at: location)
  }

  /// Runs an effect program that no action caused: at once on an idle store, else behind what is queued.
  ///
  /// - Returns: a handle to wait for its effects and to cancel them.
  @discardableResult
  public func launch(_ program: EffectProgram<Action>) -> SendHandle {
    core.launch(lens?.lifted(program.program) ?? program.program)
  }

  /// Cancels the selected effects.
  ///
  /// When it returns, they are no longer running, their tasks are cancelled, and what they still send is
  /// dropped. It does not wait for its turn: an action that was enqueued before and is not handled yet starts its
  /// effects later. The members that follow them in a sequence have started, if the store was idle.
  public func cancel(_ selector: EffectSelector) {
    core.cancel(selector, in: lens?.scope)
  }

  /// Calls a listener of the store, outside of any handler: what is sent meanwhile is handled after it.
  ///
  /// Without this, an action that `body` sends on an idle store is handled before `body` has returned. With it, a chain
  /// of such actions counts as caused by each other, see ``StoreOptions/chainLimit``.
  public func performOutsideHandler(_ body: () -> Void) {
    core.performOutsideHandler(body)
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
  public func changeState(at location: CallSite? = nil, isBehindSent: Bool = true, _ change: () -> Void) {
    core.changeState(at: location, isBehindSent: isBehindSent, change)
  }
}
