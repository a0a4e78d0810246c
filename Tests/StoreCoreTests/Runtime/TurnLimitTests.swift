import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The end of a turn while messages remain: the main actor does other work in between.
@MainActor
@Suite struct TurnLimitTests {
  @Test func `many messages are handled in many turns, between which the main actor does other work`() async {
    let store = ScriptStore(Int.self)
    for number in 0..<3_000 { store.enqueue(number) }
    // After the first turn, and before the second.
    #expect(await Task.detached { @MainActor in store.state.count }.value == 1_024)
    await store.settle()
    #expect(store.state == Array(0..<3_000))
  }

  @Test func `what is sent after many messages is handled after all of them, before its call returns`() {
    let store = ScriptStore(Int.self)
    for number in 0..<3_000 { store.enqueue(number) }
    store.send(3_000)
    #expect(store.state == Array(0...3_000))
  }

  @Test func `what is sent between the turns is handled after the remaining messages, before its call returns`() async {
    let store = ScriptStore(Int.self)
    for number in 0..<3_000 { store.enqueue(number) }
    let states = await Task.detached { @MainActor in
      let before = store.state.count
      store.send(3_000)
      return (before, store.state)
    }.value
    #expect(states.0 == 1_024)
    #expect(states.1 == Array(0...3_000))
  }

  @Test func `a store that is stopped between the turns handles the remaining messages first`() async {
    let store = ScriptStore(Int.self)
    for number in 0..<3_000 { store.enqueue(number) }
    await Task.detached { @MainActor in store.runtime.stop() }.value
    #expect(store.state == Array(0..<3_000))
  }

  @Test func `a sequential store handles many messages in many turns, in order`() async {
    let store = ScriptStore(Int.self, ordering: .sequential)
    for number in 0..<3_000 { store.enqueue(number) }
    await store.settle()
    #expect(store.state == Array(0..<3_000))
  }
}
