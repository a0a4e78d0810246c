import StoreCore
import _StoreTestSupport

/// Hears when a cancelled task has come to its end, after which it changes nothing any more.
struct DrainWatch: RuntimeObserver {
  private let drained = Counter()

  func receive(_ event: RuntimeEvent) {
    if case .effectDrained = event.kind { drained.add() }
  }

  /// Waits until the test's only cancelled task has ended.
  func wait() async {
    await drained.wait(for: 1)
  }
}
