/// One call of a handler that may suspend, for its store and the tasks below it.
///
/// A task that the handler has started may keep it beyond the end of the call.
final class HandlerCall: Sendable {
  let table: EffectTable
  /// The action that it is for, and the place of its send.
  let action: AnyAction
  let location: CallSite
  private let hasReturned = Locked(false)
  /// Whether the handler's changes are discarded; see ``Runtime/dropHandledAction()``.
  @MainActor var isDropped = false
  /// The veto of the action; see ``Runtime/vetoHandledAction(_:)``.
  @MainActor var veto: ActionVeto?
  /// The program that the handler returned, until the store takes it.
  @MainActor var program: Program?
  /// The point at which the store continues then, if the handler has suspended.
  @MainActor var continuation: (cause: EventCause?, node: NodeKey, position: Position, current: Origin)?

  init(for action: AnyAction, at location: CallSite, of table: EffectTable) {
    self.table = table
    self.action = action
    self.location = location
  }

  /// Whether the handler has not returned.
  var isRunning: Bool { !hasReturned.withLock { $0 } }

  @MainActor
  func end(with program: Program) {
    hasReturned.withLock { $0 = true }
    self.program = program
  }
}

extension RuntimeCore {
  /// Whether a handler has suspended and not returned yet.
  package var isHandlerSuspended: Bool { queue.state == .suspended }

  /// Calls a handler that may suspend; if it does, the store continues in `resume(_:)`.
  func call(
    _ handler: @escaping @MainActor (AnyAction) async -> Program,
    with action: AnyAction,
    cause: EventCause?,
    location: CallSite,
    at position: Position
  ) -> SendHandle {
    let call = HandlerCall(for: action, at: location, of: table)
    // Ended by the handler's return, or cancelled with its action or its store.
    let task = startTask { [table, weak self] in
      // Recorded as an operation on the main actor is. It cannot prefer the executor: it would not begin at once then.
      let activity = table.effectExecutor?.activity
      activity?.beginOperation()
      defer { activity?.endOperation() }
      if Task.isCancelled {
        // Before it began, as the task does not begin at once everywhere.
        call.isDropped = true
        call.end(with: .none)
      } else {
        call.end(with: await EffectTable.$handlerCall.withValue(call) { await handler(action) })
      }
      self?.resume(call)
    }
    if let program = call.program.take() {
      didReturn(from: call, cause: cause)
      return run(program, of: action, at: position)
    }
    let node = openNode(at: position)
    var position = position
    if case .child = position {
      steps.append(.release(node))
      position = .node(node)
    }
    call.continuation = (cause, node, position, current)
    queue.suspend()
    #if DEBUG
    table.releaseWatch.noteWork(at: location)
    #endif
    table.beginHandling(action, node, task)
    return SendHandle(table: table, node: node)
  }

  /// Continues with the program of a handler that had suspended.
  private func resume(_ call: HandlerCall) {
    guard let point = call.continuation.take(), let program = call.program.take() else { return }
    queue.resume()
    table.endHandling()
    // The handler's pause ends the chain that led to it: what follows is counted anew.
    beginRoot()
    current.cause = point.current.cause
    current.location = point.current.location
    didReturn(from: call, cause: point.cause)
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

  /// Notifies listeners of an action that was handled, or observers of one that was vetoed, or whose changes are
  /// discarded.
  private func didReturn(from call: HandlerCall, cause: EventCause?) {
    guard call.isDropped else {
      veto = call.veto
      return didHandle(call.action, cause: cause, at: call.location)
    }
    hub.tell(.actionDropped(call.action), cause: cause, location: call.location)
    if !pendingReports.isEmpty { reportPending(at: call.location) }
  }

  /// Starts a task on the main actor, at once where the system's runtime can, with the task-local values of the sender,
  /// which a handler that does not suspend sees too.
  private func startTask(_ operation: @escaping @MainActor @Sendable () async -> Void) -> Task<Void, Never> {
    // The effect that sends does not run the handler.
    guard CurrentEffect.run == nil else { return CurrentEffect.$run.withValue(nil) { startTask(operation) } }
    return if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate(operation: operation)
    } else {
      Task(operation: operation)
    }
  }
}
