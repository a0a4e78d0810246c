import Synchronization

/// One action whose effects hold a sequential store.
final class TurnstileHold: Sendable {
  let node: SlotKey
  private let ended = Atomic<Bool>(false)
  private let wake: @Sendable () -> Void

  /// Creates a hold; `wake` has the store look again, once it has ended.
  init(_ node: SlotKey, wake: @escaping @Sendable () -> Void) {
    self.node = node
    self.wake = wake
  }

  /// Whether the effects have ended.
  var hasEnded: Bool { ended.load(ordering: .sequentiallyConsistent) }

  /// Notes that the effects have ended, on whichever thread.
  func end() {
    // In one order with the mailbox's sleep: the store sees the end when it looks after that, or is woken.
    ended.store(true, ordering: .sequentiallyConsistent)
    wake()
  }
}
