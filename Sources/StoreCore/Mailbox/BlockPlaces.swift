public import Synchronization

/// The places of a block of actions: which are filled, which were taken away, and who holds the block.
@usableFromInline
package struct BlockPlaces: ~Copyable, Sendable {
  /// Which places are filled, and in the upper half which were taken away.
  @usableFromInline let states = Atomic<UInt32>(1)
  /// The reader, and each sender whose place was taken away and who has not let go of the block.
  @usableFromInline let holders = Atomic<Int>(1)

  /// Those of a new block: the first one is filled.
  @inlinable
  package init() {}

  /// Notes that a place that was claimed is filled, once for each.
  ///
  /// - Returns: `false` where it was taken away; then its sender holds the block until it calls ``release()``.
  @inlinable
  package func noteFilled(_ index: Int) -> Bool {
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: index)
    let (original, _) = states.bitwiseOr(bit, ordering: .acquiringAndReleasing)
    return original & (bit &<< 16) == 0
  }

  /// Takes away the places that are not filled; to be called by the reader, once, when no more can be claimed.
  ///
  /// - Returns: those that are filled, a bit for each.
  @inlinable
  package func close(claimed count: Int) -> UInt32 {
    let claimed: UInt32 = 1 &<< UInt32(truncatingIfNeeded: count) &- 1
    let filled = states.load(ordering: .acquiring)
    return filled == claimed ? filled : takeAway(claimed & ~filled)
  }

  /// Takes away those of the places that are not filled by now.
  ///
  /// - Returns: all that are filled.
  @inlinable
  @inline(never)
  package func takeAway(_ missing: UInt32) -> UInt32 {
    // Before any of them can let go of the block.
    holders.store(1 + missing.nonzeroBitCount, ordering: .relaxed)
    let (filled, _) = states.bitwiseOr(missing &<< 16, ordering: .acquiringAndReleasing)
    // Filled since the reader looked: these senders have noticed nothing.
    holders.wrappingSubtract((filled & missing).nonzeroBitCount, ordering: .relaxed)
    return filled
  }

  /// Lets go of the block.
  ///
  /// - Returns: whether nobody holds it any more.
  @inlinable
  package func release() -> Bool {
    // As often as it was counted up: it does not wrap, and to ask would take a loop.
    holders.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}
