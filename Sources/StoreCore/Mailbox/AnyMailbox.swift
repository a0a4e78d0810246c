import Synchronization

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

  /// Has the store drain its mailbox soon, even if it is empty.
  package func wake() {}

  /// Has the store look again, if somebody waits there until nothing runs.
  package final func tellWatcher() {
    if table.isWatched.load(ordering: .sequentiallyConsistent) {
      wake()
    }
  }
}
