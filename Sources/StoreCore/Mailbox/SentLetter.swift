/// An action on its way to its store, and what else is known of it.
@usableFromInline
// Sendable: all stored properties are constants of Sendable types.
final class SentLetter<Action: Sendable>: ActionLetter<Action>, @unchecked Sendable {
  /// The effect that sent it.
  ///
  /// What a cancelled effect sent is dropped.
  let sender: EffectRunCore?
  /// The node opened for it, where somebody waits; else none.
  let node: SlotKey
  /// Where it was sent, as far as that is known.
  let location: CallSite

  @usableFromInline
  init(_ action: Action, sender: EffectRunCore? = nil, node: SlotKey = .none, location: CallSite = .unknown) {
    self.sender = sender
    self.node = node
    self.location = location
    super.init(action, kind: .sent)
  }
}
