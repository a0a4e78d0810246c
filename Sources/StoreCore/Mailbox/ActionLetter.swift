/// An action on its way to its store, sent from outside.
@usableFromInline
// Sendable: all stored properties are constants of Sendable types.
package class ActionLetter<Action: Sendable>: Letter, @unchecked Sendable {
  @usableFromInline package let action: Action

  @inlinable
  init(_ action: Action, kind: Kind = .action) {
    self.action = action
    super.init(kind)
  }
}
