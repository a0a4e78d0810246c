package import StoreCore

/// An observer that keeps whole events.
package final class RecordedEvents: RuntimeObserver {
  package let needsTime: Bool
  private let kept = Locked<[RuntimeEvent]>([])

  package init(needsTime: Bool = false) {
    self.needsTime = needsTime
  }

  package var all: [RuntimeEvent] { kept.withLock { $0 } }

  package func receive(_ event: RuntimeEvent) {
    kept.withLock { $0.append(event) }
  }
}
