/// A mailbox for actions of any type: what a run knows of its store without knowing that type.
@usableFromInline
// Sendable: a constant; so is what the subclass adds, or it says there why not.
package class AnyMailbox: @unchecked Sendable {
  /// Its store's running effects, for who sends from outside.
  @usableFromInline package final let table: EffectTable

  @usableFromInline
  package init(table: EffectTable) {
    self.table = table
  }
}
