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

  /// A store, as its own handler sees it.
  private final class Link {
    weak var store: SuspendingStore<Int>?
  }

  /// Lets a store with a suspended handler receive many messages, and the handler return; calls `body` after the turn
  /// in which it has returned.
  private func handleBehindSuspension(
    ordering: ActionOrdering = .concurrent,
    _ body: @escaping @MainActor (SuspendingStore<Int>) -> Void
  ) async -> SuspendingStore<Int> {
    let gate = Gate()
    let begun = Gate()
    let link = Link()
    let store = SuspendingStore<Int>(ordering: ordering) { action in
      if action == 0 { await gate.pass() }
      // On the main actor's queue it comes before the next turn, which is scheduled later.
      if action == 1, let store = link.store {
        Task { @MainActor in
          body(store)
          begun.open()
        }
      }
      return .none
    }
    link.store = store
    store.send(0)
    for number in 1..<3_000 { store.enqueue(number) }
    // The store takes the messages, which wait in its queue then.
    await Task.detached { @MainActor in }.value
    gate.open()
    await begun.pass()
    return store
  }

  @Test(arguments: [false, true])
  func `what waits for a suspended handler is handled in many turns too`(isSequential: Bool) async {
    var count = 0
    let store = await handleBehindSuspension(ordering: isSequential ? .sequential : .concurrent) {
      count = $0.state.count
    }
    #expect(count == 1_025)
    await store.settle()
    #expect(store.state == Array(0..<3_000))
  }

  @Test func `what is sent after a suspended handler is handled after all that waits, before its call returns`() async {
    var (count, state) = (0, [0])
    _ = await handleBehindSuspension { store in
      count = store.state.count
      store.send(3_000)
      state = store.state
    }
    #expect(count == 1_025)
    let isWhole = state == Array(0...3_000)
    #expect(isWhole)
  }

  @Test func `a sequential store handles many messages in many turns, in order`() async {
    let store = ScriptStore(Int.self, ordering: .sequential)
    for number in 0..<3_000 { store.enqueue(number) }
    await store.settle()
    #expect(store.state == Array(0..<3_000))
  }
}
