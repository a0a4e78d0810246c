import ElmEngine
import Observation
import Testing

// Also for the address sanitizer: the store reads its observation port without a reference of its own.
@MainActor
@Suite struct LastReferenceTests {
  @Test func `an observer of a change can drop the last reference to the store`() {
    // Used on the main actor only: observers are notified where the state changes.
    nonisolated(unsafe) var store: Store<Int, Int>? = Store(initialState: 1) { ($0 + $1, .none) }
    weak let dropped = store
    withObservationTracking {
      #expect(store?.state == 1)
    } onChange: {
      store = nil
    }
    store?.send(2)
    #expect(store == nil)
    #expect(dropped == nil)
  }

  @Test func `a reference to the runtime keeps the effects running, but not the store`() async {
    let gate = Gate()
    var store: Store<Int, Int>? = Store(initialState: 1) { number, action in
      (number + action, .program(.run { _ in await gate.wait() }))
    }
    weak let dropped = store
    store?.send(2)
    var runtime = store?.runtime
    let table = runtime?.table
    store = nil
    #expect(dropped == nil)
    #expect(runtime?.runningEffects.count == 1)
    runtime = nil
    #expect(table?.liveEffects().isEmpty == true)
    gate.open()
  }
}
