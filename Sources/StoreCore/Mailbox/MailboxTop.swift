public import Synchronization

/// What is on top of a mailbox, in one word: nothing, a letter, or a block of actions with places for more.
///
/// An address, and a mark in the bits that are 0 in every address of what a mailbox holds.
@usableFromInline
package struct MailboxTop: RawRepresentable, AtomicRepresentable, Equatable, Sendable {
  @usableFromInline package let rawValue: UInt

  @inlinable
  package init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Nothing, and no drain is due.
  @inlinable package static var idle: MailboxTop { MailboxTop(rawValue: 0) }

  /// Nothing, and a drain is due.
  @inlinable package static var awake: MailboxTop { MailboxTop(rawValue: action) }

  /// What marks an action that has a letter to itself: all bits of the mark.
  ///
  /// Other letters are marked by 0. Objects begin where the system's `malloc` has what it hands out begin: at multiples
  /// of 16, or of 8 where words have 32 bits.
  @inlinable static var action: UInt { UInt.bitWidth == 64 ? 15 : 7 }

  /// The most places that a block can have: the number of those taken marks it.
  @inlinable package static var limitOfPlaces: Int { Int(action) - 1 }

  /// A letter.
  @inlinable
  // Unmanaged: whoever takes the letter out balances the retain of whoever pushed it.
  package init(_ letter: Unmanaged<Letter>, isAction: Bool) {
    let address = UInt(bitPattern: letter.toOpaque())
    precondition(address & MailboxTop.action == 0, "The allocator begins an object at no multiple of two words.")
    self.init(rawValue: address | (isAction ? MailboxTop.action : 0))
  }

  /// A block of which so many places are taken.
  @inlinable
  package init(block address: UnsafeMutableRawPointer, count: Int) {
    self.init(rawValue: UInt(bitPattern: address) | UInt(bitPattern: count))
  }

  @inlinable package var isEmpty: Bool { rawValue <= MailboxTop.action }

  /// Whether it is a block; to be asked where it is not empty.
  @inlinable package var isBlock: Bool { mark &- 1 < UInt(MailboxTop.limitOfPlaces) }

  /// How many places of the block are taken.
  @inlinable package var count: Int { Int(mark) }

  @inlinable var mark: UInt { rawValue & MailboxTop.action }

  /// The same block with one more place taken.
  @inlinable package var withOneMore: MailboxTop { MailboxTop(rawValue: rawValue + 1) }

  @inlinable package var address: UnsafeMutableRawPointer {
    // Never null: to be asked where it is not empty.
    UnsafeMutableRawPointer(bitPattern: rawValue & ~MailboxTop.action)!
  }

  /// The letter, where it is one.
  // Unmanaged: who turns it into a reference says on the spot which retain that balances.
  @inlinable package var letter: Unmanaged<Letter> { .fromOpaque(address) }

  /// How an action comes into the mailbox.
  @usableFromInline
  package enum Way: Equatable {
    /// As a letter of its own.
    case letter
    /// In the first place of a new block.
    case block
    /// In this place of the block on top.
    case place(Int)
  }

  /// How an action comes in, where blocks have so many places.
  ///
  /// The first action behind something else has a letter, which is small. Those behind it, and those that come while the
  /// store is awake, are probably not the last.
  @inlinable
  package func way(capacity: Int) -> Way {
    if mark == 0 { return .letter }
    return isBlock && count < capacity ? .place(count) : .block
  }
}
