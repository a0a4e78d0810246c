/// What a block of actions begins with, besides its places: used by one at a time.
@usableFromInline
struct ActionBlockHeader {
  /// What was sent before, until the reader takes the block; then what comes behind.
  ///
  /// Written before the block is pushed; later by the reader alone.
  @usableFromInline var next: MailboxTop
  /// Where the actions are that the reader has not taken, a bit for each place.
  ///
  /// The reader's alone.
  @usableFromInline var left: UInt32 = 0

  @inlinable
  init(next: MailboxTop) {
    self.next = next
  }
}
