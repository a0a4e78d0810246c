import StoreCore
import Testing
import _StoreTestSupport

/// Work that begins while a store in the pool is being settled.
@MainActor
@Suite struct SecondLookTests {
  private func open(_ gate: Gate, after turns: Int) {
    Task { @MainActor in
      turns == 0 ? gate.open() : open(gate, after: turns - 1)
    }
  }

  @Test func `settle waits for an effect that begins after its first look`() async {
    let gate = Gate()
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      guard action == 1 else { return .none }
      // Long after settling has looked again.
      open(gate, after: 2_000)
      return .task {
        await gate.pass()
        return 2
      }
    }
    Task { @MainActor in store.send(1) }
    await store.settle()
    #expect(store.state == [1, 2])
  }

  @Test func `settle does not return while actions enqueue others, each in a turn of its own`() async {
    var store: ScriptStore<Int>?
    store = ScriptStore { action in
      if action < 2_000 { store?.enqueue(action + 1) }
      return .none
    }
    store?.enqueue(1)
    await store?.settle()
    #expect(store?.state.count == 2_000)
    store = nil
  }

  @Test func `settle returns although a stream has received an element that it does not forward`() async {
    let issues = IssueLog()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    // Its jobs run at once: the stream waits again as soon as it has been given an element.
    let store = ScriptStore(
      Int.self,
      options: StoreOptions(executor: InlineExecutor(), onIssue: { issues.record($0) })
    )
    store.launch(.stream(stream.filter { $0 > 1 }))
    Task { @MainActor in continuation.yield(1) }
    await store.settle()
    #expect(store.state == [])
    #expect(issues.all.map(\.message) == [])
    continuation.yield(2)
    await store.settle()
    #expect(store.state == [2])
  }
}
