import StoreCore
import Testing
import _StoreTestSupport

/// The sends of listeners that a store calls outside of its handlers.
@MainActor
@Suite struct CallingOutTests {
  @Test func `what is sent during a call outside of handlers is handled after the call, in order`() {
    let store = ScriptStore(Int.self)
    store.runtime.performOutsideHandler {
      store.send(1)
      store.enqueue(2)
      store.send(3)
      #expect(store.state.isEmpty)
    }
    #expect(store.state == [1, 2, 3])
  }

  @Test func `inside a handler or another call, what is sent is handled when that is done`() {
    var store: ScriptStore<Int>?
    store = ScriptStore { action in
      if action == 1 { store?.runtime.performOutsideHandler { store?.send(2) } }
      return .none
    }
    store?.runtime.performOutsideHandler {
      store?.runtime.performOutsideHandler { store?.send(1) }
      #expect(store?.state == [])
    }
    #expect(store?.state == [1, 2])
    store = nil
  }

  @Test func `what is sent during a call is handled after it on a store with suspending handlers too`() async {
    let gate = Gate()
    let store = SuspendingStore { (action: Int) in
      if action == 1 { await gate.pass() }
      return .none
    }
    store.runtime.performOutsideHandler {
      store.send(1)
      #expect(gate.arrivals == 0)
    }
    #expect(gate.arrivals == 1)
    store.runtime.performOutsideHandler { store.send(2) }
    gate.open()
    await store.settle()
    #expect(store.state == [1, 2])
  }

  @Test func `an action subscriber receives each action with its state, and what it sends is handled afterwards`() {
    let store = ScriptStore { (action: Int) in action == 1 ? .emit(10) : .none }
    var heard: [String] = []
    let subscription = store.runtime.subscribe(toActions: { action in
      heard.append("\(action): \(store.state)")
      if action == 10 { store.send(2) }
    })
    store.send(1)
    #expect(heard == ["1: [1]", "10: [1, 10]", "2: [1, 10, 2]"])
    subscription.cancel()
    store.send(3)
    #expect(heard.count == 3)
  }

  @Test(arguments: [false, true], [false, true])
  func `a subscriber that is added while an action is handled receives that action`(isObserved: Bool, hasEffect: Bool) {
    let options = StoreOptions(observers: isObserved ? [EventLog()] : [])
    let store = ScriptStore<Int>(options: options) { _ in hasEffect ? .cancel(.all) : .none }
    var heard: [Int] = []
    var subscription: StoreSubscription?
    store.subscribe { _ in
      subscription = subscription ?? store.runtime.subscribe(toActions: { heard.append($0) })
    }
    store.send(1)
    #expect(heard == [1])
    store.send(2)
    #expect(heard == [1, 2])
  }

  @Test func `a run loop inside a call leaves what was sent until the call is done`() {
    let store = ScriptStore(Int.self)
    store.runtime.performOutsideHandler {
      store.enqueue(1)
      store.runtime.core.drainWhenDue()
      #expect(store.state.isEmpty)
    }
    #expect(store.state == [1])
  }
}
