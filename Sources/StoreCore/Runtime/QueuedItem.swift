/// Something that a store handles in its turn.
@usableFromInline
enum QueuedItem<Action: Sendable> {
  /// An action that was sent while another one was handled, and the node of its handle.
  case action(Action, node: SlotKey, trace: Trace, source: ActionSource)
  /// A program that was launched while an action was handled, and the node of its handle.
  case program(EffectProgram<Action>, node: SlotKey, trace: Trace, source: ActionSource)
  /// A letter that was in the mailbox.
  case letter(Letter)
}
