import Synchronization

/// One action whose effects hold a sequential store.
final class TurnstileHold: Sendable {
  private let ended = Atomic<Bool>(false)
  private let wake: @Sendable () -> Void

  /// Creates a hold; `wake` has the store look again, once it has ended.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Whether the effects have ended.
  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// Notes that the effects have ended, on whichever thread.
  func end() {
    ended.store(true, ordering: .releasing)
    wake()
  }
}
