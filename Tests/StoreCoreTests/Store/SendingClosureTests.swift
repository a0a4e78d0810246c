import StoreCore
import Testing
import _StoreTestSupport

/// The closure that a store makes of an action, for a button.
@MainActor
@Suite struct SendingClosureTests {
  @Test func `each call sends the action from the place that made the closure`() {
    let events = RecordedEvents()
    let store = ScriptStore(Int.self, options: StoreOptions(observers: [events]))
    let line = UInt(#line + 1)
    let press: @MainActor () -> Void = store.send(7)
    #expect(store.state == [])
    press()
    press()
    #expect(store.state == [7, 7])
    #expect(events.all.map(\.location?.line) == [line, line])
  }

  @Test func `the closure keeps its store`() {
    var store: ScriptStore<Int>? = ScriptStore()
    weak let kept = store
    let press: (@MainActor () -> Void)? = store.map { $0.send(7) }
    #expect(kept?.state == [])
    store = nil
    press?()
    #expect(kept?.state == [7])
  }
}
