#if Exhaustive
import StoreCore
import Testing
import _StoreTestSupport

@MainActor
@Suite struct EventRingTests {
  private func actions(_ ring: EventRing) -> [Int] {
    ring.events.compactMap { if case .actionHandled(let action, _) = $0.kind { action as? Int } else { nil } }
  }

  @Test(arguments: [1, 3, 10])
  func `a ring keeps the last events, the oldest first`(capacity: Int) {
    let ring = EventRing(capacity: capacity)
    let store = ScriptStore(Int.self, options: StoreOptions(observers: [ring]))
    for number in 1...7 { store.send(number) }
    #expect(actions(ring) == Array((1...7).suffix(capacity)))
    #expect(ring.events.last?.number == 7)
  }

  @Test func `events of a ring have times`() {
    let ring = EventRing(capacity: 2)
    let store = ScriptStore(Int.self, options: StoreOptions(observers: [ring]))
    store.send(1)
    store.send(2)
    let times = ring.events.compactMap(\.time)
    #expect(times.count == 2)
    #expect(times == times.sorted())
  }

  @Test func `a ring that was emptied continues to record`() {
    let ring = EventRing(capacity: 2)
    let store = ScriptStore(Int.self, options: StoreOptions(observers: [ring]))
    store.send(1)
    ring.removeAll()
    #expect(ring.events.isEmpty)
    store.send(2)
    #expect(actions(ring) == [2])
  }

  @Test func `a ring releases what it no longer keeps`() {
    final class Payload: Sendable {}
    weak var payload: Payload?
    let ring = EventRing(capacity: 1)
    let runtime = Runtime<Payload>(options: StoreOptions(observers: [ring])) { _ in .none }
    do {
      let first = Payload()
      payload = first
      runtime.send(first)
    }
    #expect(payload != nil)
    runtime.send(Payload())
    #expect(payload == nil)
  }
}
#endif
