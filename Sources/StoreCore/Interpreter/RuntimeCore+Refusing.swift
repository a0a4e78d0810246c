extension RuntimeCore {
  /// Tells observers that an action's program, or a part of it, does not start.
  ///
  /// Nobody is told where the action was cancelled, nor of what is no effect. A program of several effects is told as one,
  /// as nobody knows which of them would have begun; of a single one its name is known too.
  func tellRefused(
    _ opened: OpenedProgram,
    as reason: RefusalReason,
    of handling: Handling,
    frame: Frame? = nil,
    node: SlotKey = .none
  ) {
    guard hub.isActive, !table.isCancelled(node) else { return }
    var opened = opened
    while case .catching(let body, _) = opened.program {
      opened = OpenedProgram(body, scope: opened.scope, modifiers: opened.modifiers)
    }
    switch opened.program {
    case .none, .cancel, .issue, .catching, .modified, .scoped, .mapped, .marked:
      break
    case .emit(let action):
      hub.tell(.actionDropped(action), cause: handling.cause)
    case .operation(let operation):
      tellRefused(opened.modifiers.applied(to: operation), opened, as: reason, of: handling, frame: frame)
    case .named(_, let id, _):
      let operation = EffectOperation(body: .run { _ in }, options: EffectOptions(id: id))
      tellRefused(operation, opened, as: reason, of: handling, frame: frame)
    case .call, .sequence, .merge, .deferred:
      let operation = opened.modifiers.applied(to: EffectOperation(body: .run { _ in }))
      tellRefused(operation, opened, as: reason, of: handling, frame: frame)
    }
  }

  private func tellRefused(
    _ operation: EffectOperation,
    _ opened: OpenedProgram,
    as reason: RefusalReason,
    of handling: Handling,
    frame: Frame?
  ) {
    let run = EffectRun(operation, source: handling, frame: frame, scope: opened.scope, mailbox: mailbox)
    hub.tell(.effectRefused(run.info, reason), cause: handling.cause)
  }
}
