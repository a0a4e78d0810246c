import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// When a store looks for messages without being notified.
@MainActor
@Suite struct RestTests {
  @Test func `a store rests after one message when it has looked three times for more`() async {
    let store = ScriptStore(Int.self)
    store.runtime.enqueue(1)
    var isAtRest = await isAtRestAfterTurn(store)
    #expect(store.state == [1])
    #expect(!isAtRest)
    for _ in 0..<3 { isAtRest = await isAtRestAfterTurn(store) }
    #expect(isAtRest)
  }

  @Test func `a store that has looked for messages and found none is notified of the next one`() async {
    var store: ScriptStore<Int>?
    store = ScriptStore { number in
      // Handled after this one, and after the messages, of which there are none.
      if number == 1 { store?.send(2) }
      return .none
    }
    store?.send(1)
    #expect(store?.runtime.core.mailbox.isAtRest == true)
    store?.enqueue(3)
    await Task.detached { @MainActor in }.value
    #expect(store?.state == [1, 2, 3])
  }

  @Test func `after several messages at once a store looks again for some turns, and then rests`() async {
    let store = ScriptStore(Int.self)
    for number in 0..<40 { store.runtime.enqueue(number) }
    let isAtRest = await isAtRestAfterTurn(store)
    #expect(store.state == Array(0..<40))
    #expect(!isAtRest)
    var isAtRestAfterTurns = false
    for _ in 0..<30 { isAtRestAfterTurns = await isAtRestAfterTurn(store) }
    #expect(isAtRestAfterTurns)
    store.runtime.enqueue(40)
    _ = await isAtRestAfterTurn(store)
    #expect(store.state.last == 40)
  }

  @Test func `a store that is being settled rests without further looks`() async {
    let gate = Gate()
    let store = ScriptStore<Int> { $0 == 0 ? .run { _ in await gate.pass() } : .none }
    store.send(0)
    await gate.waitForArrivals(1)
    let settling = Task { await store.runtime.settle() }
    // It suspends in its first turn.
    await Task {}.value
    for number in 1...40 { store.runtime.enqueue(number) }
    let isAtRest = await isAtRestAfterTurn(store)
    #expect(store.state == Array(0...40))
    #expect(isAtRest)
    gate.open()
    await settling.value
    // The number of messages during the wait has no effect: it looks as often as after any first message.
    store.runtime.enqueue(41)
    var isAtRestAfterTurns = false
    for _ in 0..<4 { isAtRestAfterTurns = await isAtRestAfterTurn(store) }
    #expect(isAtRestAfterTurns)
  }

  @Test func `a cancelled settle leaves the polling of the store as it was`() async {
    let gate = Gate()
    let store = ScriptStore<Int> { $0 == 0 ? .run { _ in await gate.pass() } : .none }
    store.send(0)
    await gate.waitForArrivals(1)
    let settling = Task { await store.runtime.settle() }
    // It suspends in its first turn.
    await Task {}.value
    settling.cancel()
    await settling.value
    // As after any first message, it looks three times for more.
    store.runtime.enqueue(1)
    var isAtRest = await isAtRestAfterTurn(store)
    #expect(store.state == [0, 1])
    #expect(!isAtRest)
    for _ in 0..<3 { isAtRest = await isAtRestAfterTurn(store) }
    #expect(isAtRest)
    gate.open()
  }

  /// Whether the store is at rest when the main actor has done what is due on it now.
  private func isAtRestAfterTurn(_ store: ScriptStore<Int>) async -> Bool {
    await Task { store.runtime.core.mailbox.isAtRest }.value
  }
}
