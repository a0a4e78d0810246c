extension RuntimeCore {
  /// Notifies observers that an action's program, or a part of it, does not start, and notes that for its handle.
  ///
  /// They are not notified if the action was cancelled, nor of what is not an effect. A program of several effects is
  /// reported as one, as it is unknown which of them would have begun; a single effect is reported with its name.
  func tellRefused(
    _ opened: OpenedProgram,
    as reason: RefusalReason,
    of origin: Origin,
    frame: Frame? = nil,
    node: NodeKey = .none
  ) {
    guard hub.isActive || !node.isNone, !table.isCancelled(node) else { return }
    var opened = opened
    while case .catching(let body, _) = opened.program {
      opened = OpenedProgram(body, scope: opened.scope, modifiers: opened.modifiers)
    }
    var operation = EffectOperation(body: .run { _ in })
    switch opened.program {
    case .none, .cancel, .issue, .catching, .modified, .scoped, .mapped, .marked: return
    case .emit(let action):
      hub.tell(.actionDropped(action), cause: origin.cause, details: origin.launchDetails)
      return
    case .operation(let single): operation = opened.modifiers.applied(to: single)
    case .named(_, let id, _): operation = operation.with { $0.options.id = id }
    case .call, .sequence, .merge, .deferred: operation = opened.modifiers.applied(to: operation)
    }
    let run = EffectRun(operation, origin: origin, frame: frame, scope: opened.scope, mailbox: mailbox)
    if !node.isNone { table.noteRefusal(Refusal(reason, of: run.info.id), at: node) }
    hub.tell(.effectRefused(run.info, reason), cause: origin.cause, details: origin.launchDetails)
  }
}
