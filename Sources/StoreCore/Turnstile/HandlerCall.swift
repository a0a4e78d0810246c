import Synchronization

/// One call of a handler that may suspend, as the tasks below it know it.
final class HandlerCall: Sendable {
  let table: EffectTable
  private let returned = Atomic<Bool>(false)

  init(of table: EffectTable) {
    self.table = table
  }

  /// Whether the handler has not returned.
  ///
  /// A task that it has started may go on after that.
  var isRunning: Bool { !returned.load(ordering: .acquiring) }

  func end() {
    returned.store(true, ordering: .releasing)
  }
}
