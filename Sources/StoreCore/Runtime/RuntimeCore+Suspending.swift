extension RuntimeCore {
  /// Whether a handler has suspended and not returned yet.
  package var isHandlerSuspended: Bool { queue.state == .suspended }

  /// Whether a sent action may have to wait on an idle store, for its handler or for the effects of other actions.
  package var mayDefer: Bool { maySuspend || queue.isSequential }

  /// Calls a handler that may suspend.
  ///
  /// If it does, this returns no program, and the store continues in `resume(_:)`.
  func call<Action: Sendable>(
    _ handler: @escaping @MainActor (Action) async -> EffectProgram<Action>,
    with action: Action
  ) -> Program {
    // The effect that sends does not run the handler.
    guard CurrentEffect.run == nil else {
      return CurrentEffect.$run.withValue(nil) { self.call(handler, with: action) }
    }
    let call = HandlerCall(for: action, current.cause, at: current.location, in: mailbox)
    let operation: @MainActor @Sendable () async -> Void = {
      call.begin()
      if Task.isCancelled {
        // Before it began, as the task does not begin at once everywhere.
        call.unhandled = .dropped
        call.end(with: .none)
      } else {
        call.end(with: await handler(action).program)
      }
    }
    // Around the start of the task, which copies it: within, it would take one more asynchronous function. The task has the
    // task-local values of the sender, too. It is ended by the handler's return, or cancelled with its action or its store.
    let task = EffectTable.$handlerCall.withValue(call) {
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        Task.immediate(operation: operation)
      } else {
        Task(operation: operation)
      }
    }
    if let program = call.program.take() {
      unhandled = call.unhandled
      return program
    }
    suspended = (call, task)
    queue.suspend()
    return .none
  }

  /// Notes how to continue when the handler that has suspended returns.
  func wait(cause: EventCause?, location: CallSite, details: EventDetails?, at position: Position) -> SendHandle {
    guard let (call, task) = suspended.take() else { return SendHandle() }
    let node = openNode(at: position)
    var position = position
    if case .child = position {
      steps.append(.release(node))
      position = .node(node)
    }
    call.continuation = HandlerCall.Continuation(cause, at: location, details, node, position, current)
    #if DEBUG
    table.releaseWatch.noteWork(at: location)
    #endif
    table.beginHandling(call.action, node, task)
    if let id = current.actionID { hub.tell(.handlerSuspended(call.action, id), cause: cause, location: location) }
    return SendHandle(table: table, node: node)
  }

  /// Continues with the program of a handler that had suspended.
  func resume(_ call: HandlerCall) {
    guard let point = call.continuation.take(), let program = call.program.take() else { return }
    queue.resume()
    if hub.isActive { beginActing() }
    table.endHandling()
    // The handler's pause ends the chain that led to it: what follows is counted anew.
    beginRoot()
    current.cause = point.current.cause
    current.location = point.current.location
    unhandled = call.unhandled
    didHandle(call.action, cause: point.cause, at: point.location, point.details)
    // On a cancelled node nothing of the program starts, and nothing more of the programs around it.
    let cancelCount = table.withMachine { $0.tree.cancelCount }
    if cancelCount != knownCancelCount {
      knownCancelCount = cancelCount
      steps = steps.map { step in
        guard case .interpret(_, let frame, let node) = step, table.isCancelled(node) else { return step }
        let (cause, launcher) = (point.current.cause, point.current.launcher)
        return .end(frame: frame, node: node, cause: cause, launcher: launcher, hasSent: false)
      }
    }
    if !table.isCancelled(point.node) { _ = run(program, of: call.action, at: point.position) }
    // What has come meanwhile is handled in a turn of its own: this task has the task-local values of one sender.
    endTurn(atMost: 0)
    if mailbox.isEmpty { tellWatchers() } else { mailbox.wake() }
  }
}
