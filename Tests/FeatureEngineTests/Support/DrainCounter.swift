import StoreCore
import _StoreTestSupport

/// An observer that counts the cancelled tasks that have ended.
final class DrainCounter: RuntimeObserver {
  let counter = Counter()

  func receive(_ event: RuntimeEvent) {
    if case .effectDrained = event.kind { counter.add() }
  }
}
