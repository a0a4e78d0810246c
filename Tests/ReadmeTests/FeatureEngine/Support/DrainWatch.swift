import StoreCore
import _StoreTestSupport

/// An observer of the end of a cancelled task, after which the task changes nothing.
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
