/// An action on its way to its store.
@usableFromInline
// Sendable: all stored properties are constants of Sendable types.
final class ActionLetter<Action: Sendable>: Letter, @unchecked Sendable {
  @usableFromInline let action: Action
  /// The effect that sent it.
  ///
  /// What a cancelled effect sent is dropped.
  @usableFromInline let sender: EffectRunCore?
  /// The node opened for it, where somebody waits; else none.
  @usableFromInline let node: SlotKey
  /// Where it was sent, if somebody observes.
  @usableFromInline let location: LocationBox?

  @inlinable
  init(_ action: Action, sender: EffectRunCore? = nil, node: SlotKey = .none, location: LocationBox? = nil) {
    self.location = location
    self.action = action
    self.sender = sender
    self.node = node
    super.init(.action)
  }
}
