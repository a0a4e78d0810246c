/// A place in a block that a sender has claimed, and must fill.
@usableFromInline
package struct ActionBlockPlace<Action: Sendable> {
  @usableFromInline let block: ActionBlock<Action>
  @usableFromInline let index: Int

  @inlinable
  init(block: ActionBlock<Action>, index: Int) {
    self.block = block
    self.index = index
  }

  /// Hands the action over.
  ///
  /// - Returns: the action, if the reader has come before it. Then it has to be sent anew.
  @inlinable
  package func fill(with action: Action) -> Action? {
    block.fill(index, with: action)
  }
}
