package import StoreCore

/// An observer on the main actor that calls a test's function, for example to use the store that it observes.
package final class Reaction: RuntimeObserver {
  private let body = Locked<(@MainActor @Sendable (RuntimeEvent) -> Void)?>(nil)

  package init() {}

  package func set(_ body: (@MainActor @Sendable (RuntimeEvent) -> Void)?) {
    self.body.withLock { $0 = body }
  }

  package func receive(_ event: RuntimeEvent) {
    guard let body = body.withLock({ $0 }) else { return }
    MainActor.assumeIsolated { body(event) }
  }
}
