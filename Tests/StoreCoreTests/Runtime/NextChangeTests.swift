import StoreSimulation
import Testing
import _StoreTestSupport

@testable import StoreCore

/// A call at the next change of a state, which costs nothing until then.
@MainActor
@Suite struct NextChangeTests {
  private final class Calls {
    var count = 0
  }

  private let calls = Calls()

  private func ask(_ store: ScriptStore<Int>) {
    store.runtime.core.callOnNextChange { [calls] in calls.count += 1 }
  }

  @Test func `an action calls once, with its state in place`() {
    let store = ScriptStore<Int>()
    var seen: [Int] = []
    store.runtime.core.callOnNextChange { [unowned store] in seen = store.state }
    store.send(1)
    store.send(2)
    #expect(seen == [1])
  }

  @Test func `a call may ask for the next one`() {
    let store = ScriptStore<Int>()
    ask(store)
    store.runtime.core.callOnNextChange { ask(store) }
    store.send(1)
    #expect(calls.count == 1)
    store.send(2)
    #expect(calls.count == 2)
    store.send(3)
    #expect(calls.count == 2)
  }

  @Test func `the end of an effect, and a write from outside, call too`() async {
    let store = ScriptStore<Int> { $0 == 1 ? .run { _ in } : .none }
    let handle = store.send(1)
    ask(store)
    await handle.value
    #expect(calls.count == 1)
    ask(store)
    store.runtime.stateWasWrittenExternally()
    #expect(calls.count == 2)
  }

  @Test func `a handler that may suspend calls when it has returned`() async {
    let gate = Gate()
    let store = SuspendingStore<Int> { _ in
      await gate.pass()
      return .none
    }
    store.runtime.core.callOnNextChange { [calls] in calls.count += 1 }
    let handle = store.send(1)
    #expect(calls.count == 0)
    gate.open()
    await handle.value
    #expect(calls.count == 1)
  }

  @Test func `a cancelled subscription costs nothing any more`() {
    let box = StateBox(0)
    let subscription = box.subscribe { _ in }
    weak let subscribers = box.contents.subscribers
    #expect(subscribers != nil)
    subscription.cancel()
    box.put(box.take() + 1)
    #expect(subscribers == nil)
    var values: [Int] = []
    box.subscribe { values.append($0) }
    box.put(box.take() + 1)
    #expect(values == [2])
  }
}
