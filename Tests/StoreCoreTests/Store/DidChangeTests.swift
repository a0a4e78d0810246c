#if os(Linux)
// SwiftUI alone may observe after a change; elsewhere the interface is not public.
@_spi(SwiftUI) import Observation
import StoreCore
import Testing

@MainActor
@Suite struct DidChangeTests {
  @Test func `an observer that is notified after a change sees the new state`() {
    let box = StateBox(1)
    // Used on the main actor only: observers are notified where the state changes.
    nonisolated(unsafe) var seen: [Int] = []
    withObservationTracking {
      _ = box.value
    } didSet: { _ in
      MainActor.assumeIsolated { seen.append(box.read { $0 }) }
    }
    box.put(box.take() + 1)
    #expect(seen == [2])
  }
}
#endif
