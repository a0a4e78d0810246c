/// The call of a handler that has not returned.
@MainActor
final class Suspension {
  /// The program that the handler returned.
  var program: Program?
  /// The point at which the store goes on once it has.
  var continuation:
    (action: AnyAction, cause: EventCause?, location: CallSite, node: NodeKey, position: Position, handling: Handling)?
}

extension RuntimeCore {
  /// Whether a handler was called that has not returned yet.
  var isHandlerSuspended: Bool { queue.state == .suspended }

  /// Calls a handler that may suspend, as far as it comes without a pause.
  func call(
    _ handler: @escaping @MainActor (AnyAction) async -> Program,
    with action: AnyAction,
    cause: EventCause?,
    location: CallSite,
    at position: Position
  ) -> SendHandle {
    let suspension = Suspension()
    // Ended by the handler's return, or cancelled with its action or its store.
    let task = startTask { [table, weak self] in
      let call = HandlerCall(for: action, at: location, of: table)
      // Followed as an operation on the main actor is. It cannot prefer the executor: it would not begin at once then.
      let activity = table.hasEffectExecutor ? (table.executor as? any EffectExecutor)?.activity : nil
      activity?.beginOperation()
      defer { activity?.endOperation() }
      let program = await EffectTable.$handlerCall.withValue(call) { await handler(action) }
      call.end()
      suspension.program = program
      self?.resume(suspension)
    }
    if let program = suspension.program {
      didHandle(action, cause: cause, at: location)
      return run(program, of: action, at: position)
    }
    let node = openNode(at: position)
    var position = position
    if case .child = position {
      steps.append(.release(node))
      position = .node(node)
    }
    suspension.continuation = (action, cause, location, node, position, current)
    queue.suspend()
    #if DEBUG
    table.releaseWatch.noteWork(at: location)
    #endif
    table.beginHandling(action, node, task)
    return SendHandle(table: table, node: node)
  }

  /// Goes on with what a handler returned that had suspended.
  private func resume(_ suspension: Suspension) {
    guard let program = suspension.program, let call = suspension.continuation else { return }
    queue.resume()
    table.endHandling()
    // The handler's pause ends the chain that led to it: what follows is counted anew.
    beginRoot()
    current.action = call.handling.action
    current.location = call.handling.location
    didHandle(call.action, cause: call.cause, at: call.location)
    // On a cancelled node nothing of the program starts, and nothing more of those around it.
    let cancelCount = table.withMachine { $0.tree.cancelCount }
    if cancelCount != knownCancelCount {
      knownCancelCount = cancelCount
      steps = steps.map { step in
        guard case .interpret(_, let frame, let node) = step, table.isCancelled(node) else { return step }
        return .end(frame: frame, node: node, action: call.handling.action, launcher: call.handling.launcher)
      }
    }
    if !table.isCancelled(call.node) {
      _ = run(program, of: call.action, at: call.position)
    }
    endTurn()
    tellWatchers()
  }

  /// Starts a task on the main actor, at once where the system's runtime can; with the task-local values of the sender, as
  /// a handler has that does not suspend.
  private func startTask(_ operation: @escaping @MainActor @Sendable () async -> Void) -> Task<Void, Never> {
    // An effect that sends is not the one that handles.
    guard CurrentEffect.run == nil else { return CurrentEffect.$run.withValue(nil) { startTask(operation) } }
    return if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate(operation: operation)
    } else {
      Task(operation: operation)
    }
  }
}
