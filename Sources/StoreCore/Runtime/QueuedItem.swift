/// Something that a store handles in its turn.
///
/// One word: letters are many and small.
@usableFromInline
enum QueuedItem<Action: Sendable> {
  /// An action that was sent while another one was handled, and the node of its handle.
  indirect case action(Action, node: SlotKey, trace: Trace, source: ActionSource)
  /// A program that was launched while an action was handled, and the node of its handle.
  indirect case program(EffectProgram<Action>, node: SlotKey, trace: Trace, source: ActionSource)
  /// A letter that was in the mailbox.
  case letter(Letter)
  /// The end of a store's rest.
  case start
}
