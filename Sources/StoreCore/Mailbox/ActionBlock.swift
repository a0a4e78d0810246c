/// Places for a few actions on their way to their store, in one allocation.
///
/// Senders claim places by the mailbox's ``MailboxTop``, one after another; then each fills its own, while others fill
/// theirs. The reader opens the block when no more can be claimed. It waits for nobody: a place that was claimed and is
/// not filled yet is taken away, and its sender takes the action back.
///
/// Plain memory, not an object: references to it would be counted for each action.
@usableFromInline
package struct ActionBlock<Action: Sendable> {
  @usableFromInline let address: UnsafeMutableRawPointer

  /// The block that begins there.
  @inlinable
  init(at address: UnsafeMutableRawPointer) {
    self.address = address
  }

  /// Creates a block with an action in its first place.
  @inlinable
  init(first action: Action, on below: MailboxTop) {
    address = .allocate(
      byteCount: Self.offset + Self.capacity * MemoryLayout<Action>.stride,
      // At least what the marks of `MailboxTop` need.
      alignment: max(16, MemoryLayout<Action>.alignment)
    )
    address.initializeMemory(as: ActionBlockHeader.self, to: ActionBlockHeader(next: below))
    place(0).initialize(to: action)
  }

  /// How many places there are: fewer for large actions, because allocators take longer for large blocks.
  ///
  /// Blocks of at most 1 KiB come from the cache that glibc keeps for each thread.
  @inlinable static var capacity: Int {
    max(1, min(MailboxTop.limitOfPlaces, 960 / max(MemoryLayout<Action>.stride, 1)))
  }

  /// Where the first place is.
  @inlinable static var offset: Int {
    let mask = MemoryLayout<Action>.alignment - 1
    return (MemoryLayout<ActionBlockHeader>.size + mask) & ~mask
  }

  @inlinable var header: UnsafeMutablePointer<ActionBlockHeader> {
    address.assumingMemoryBound(to: ActionBlockHeader.self)
  }

  @inlinable
  func place(_ index: Int) -> UnsafeMutablePointer<Action> {
    (address + Self.offset).assumingMemoryBound(to: Action.self) + index
  }

  // MARK: Senders

  /// Fills a place that was claimed, once.
  ///
  /// - Returns: the action, if the place was taken away.
  @inlinable
  func fill(_ index: Int, with action: Action) -> Action? {
    place(index).initialize(to: action)
    // Where the place was not taken away, the reader may have freed the block by now.
    return header.pointee.places.noteFilled(index) ? nil : takeBack(index)
  }

  /// Takes an action back, and lets go of the block.
  @inlinable
  @inline(never)
  func takeBack(_ index: Int) -> Action {
    let action = place(index).move()
    release()
    return action
  }

  // MARK: The reader

  /// Opens a block of which so many places were claimed; to be called once, when no more can be claimed.
  ///
  /// There is an action in it: the first place was filled before the block was pushed.
  @inlinable
  func open(claimed count: Int) {
    header.pointee.left = header.pointee.places.close(claimed: count)
  }

  /// Whether an action is left.
  @inlinable var hasMore: Bool { header.pointee.left != 0 }

  /// Takes the first action that is left.
  @inlinable
  func takeFirst() -> Action {
    let left = header.pointee.left
    header.pointee.left = left & (left &- 1)
    return place(left.trailingZeroBitCount).move()
  }

  /// Lets go of the block; the last who does so frees it.
  @inlinable
  func release() {
    if header.pointee.places.release() {
      // There is no action left, and the header has nothing to destroy.
      address.deallocate()
    }
  }
}
