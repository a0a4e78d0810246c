/// What was taken out of a mailbox, oldest first.
///
/// As it was linked there: nothing is moved.
@usableFromInline
package struct Letters<Action: Sendable>: ~Copyable {
  /// The oldest, or idle where there is none.
  @usableFromInline var first: MailboxTop

  @inlinable
  init(first: MailboxTop = .idle) {
    self.first = first
  }

  @inlinable
  deinit {
    guard !first.isEmpty else { return }
    // Here itself is constant.
    var rest = Letters(first: first)
    while rest.popFirst() != nil {}
  }

  @inlinable package var isEmpty: Bool { first.isEmpty }

  /// Takes the oldest out.
  @inlinable
  package mutating func popFirst() -> Delivery<Action>? {
    guard !first.isEmpty else { return nil }
    guard first.isBlock else {
      // Balances the retain of `Mailbox.push`.
      let letter = first.letter.takeRetainedValue()
      first = letter.next
      letter.next = .idle
      return .letter(letter)
    }
    let block = ActionBlock<Action>(at: first.address)
    let action = block.takeFirst()
    if !block.hasMore {
      first = block.header.pointee.next
      block.release()
    }
    return .action(action)
  }

  /// Takes the oldest out, as a letter.
  @inlinable
  package mutating func popFirstLetter() -> Letter? {
    switch popFirst() {
    case .action(let action): ActionLetter(action)
    case .letter(let letter): letter
    case nil: nil
    }
  }
}
