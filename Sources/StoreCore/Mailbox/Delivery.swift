/// Something that was taken out of a mailbox.
@usableFromInline
package enum Delivery<Action: Sendable> {
  /// An action that was sent from outside, of which nothing else is known.
  case action(Action)
  case letter(Letter)
}
