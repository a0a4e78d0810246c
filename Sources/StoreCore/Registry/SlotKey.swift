/// The place of an entry in a slab, and which of the entries that used the place in turn is meant.
///
/// A key whose entry has gone matches nothing, however often its place is used again.
@usableFromInline
package struct SlotKey: Hashable, Sendable {
  @usableFromInline package var index: UInt32
  @usableFromInline package var generation: UInt32

  @inlinable
  package init(index: Int, generation: UInt32) {
    // A slab would need more memory than there is before the index fails to fit.
    self.index = UInt32(truncatingIfNeeded: index)
    self.generation = generation
  }

  /// The key of no entry: generations start at 1.
  @inlinable package static var none: SlotKey { SlotKey(index: 0, generation: 0) }

  @inlinable package var isNone: Bool { generation == 0 }
}
