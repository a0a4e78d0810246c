import ElmEngine
import StoreTesting
import Testing

/// A scope in a test store, which asserts a child's actions and states.
@MainActor
@Suite struct ScopedTestStoreTests {
  @Test func `a test store of a scope asserts the child's actions and states`() async {
    let bench = TestBench()
    let store = Store(initialState: House(), options: bench.options, reducer: house)
    let owner = TestStore(
      store.scope(
        Child(\.owner) {
          .owner($0)
        } extract: {
          if case .owner(let action) = $0 { action } else { nil }
        }
      )
    )
    await owner.send(.note("a")) { $0 = ["a"] }
    await owner.send(.run(.task { .note("b") }))
    func isAnswer(_ action: JournalAction) -> Bool {
      if case .note("b") = action { true } else { false }
    }
    await owner.receive(where: isAnswer) { $0 = ["a", "b"] }
    await owner.finish()
    #expect(store.state.notes == ["owner of 1 said a", "owner of 2 said b"])
  }
}
