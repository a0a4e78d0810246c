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
    places.initialize(to: BlockPlaces())
    header.initialize(to: ActionBlockHeader(next: below))
    place(0).initialize(to: action)
  }

  /// How many places there are: fewer for large actions, because allocators take longer for large blocks.
  ///
  /// Blocks of at most 1 KiB may come from the cache that glibc keeps for each thread.
  @inlinable static var capacity: Int {
    max(1, min(MailboxTop.limitOfPlaces, 960 / MemoryLayout<Action>.stride))
  }

  /// Where the header is.
  @inlinable static var offsetOfHeader: Int {
    let mask = MemoryLayout<ActionBlockHeader>.alignment - 1
    return (MemoryLayout<BlockPlaces>.size + mask) & ~mask
  }

  /// Where the first place is.
  @inlinable static var offset: Int {
    let mask = MemoryLayout<Action>.alignment - 1
    return (offsetOfHeader + MemoryLayout<ActionBlockHeader>.size + mask) & ~mask
  }

  /// For senders and the reader; apart from the header, so that to write there is no access to this.
  @inlinable var places: UnsafeMutablePointer<BlockPlaces> {
    address.assumingMemoryBound(to: BlockPlaces.self)
  }

  @inlinable var header: UnsafeMutablePointer<ActionBlockHeader> {
    (address + Self.offsetOfHeader).assumingMemoryBound(to: ActionBlockHeader.self)
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
    return places.pointee.noteFilled(index) ? nil : takeBack(index)
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
    header.pointee.left = places.pointee.close(claimed: count)
  }

  /// Whether an action is left.
  @inlinable var hasMore: Bool { header.pointee.left != 0 }

  /// Takes the first action that is left.
  @inlinable
  func takeFirst() -> Action {
    let left = header.pointee.left
    assert(left != 0, "a block without an action was kept")
    header.pointee.left = left & (left &- 1)
    return place(left.trailingZeroBitCount).move()
  }

  /// Lets go of the block; the last who does so frees it.
  @inlinable
  func release() {
    if places.pointee.release() {
      // There is no action left, and the rest has nothing to destroy.
      address.deallocate()
    }
  }
}
