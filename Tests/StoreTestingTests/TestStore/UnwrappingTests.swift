import StoreTesting
import Testing
import _StoreTestSupport

/// Actions that are received by a value in them, and values that each action has.
@MainActor
@Suite struct UnwrappingTests {
  private enum Answer: Equatable {
    case found(String)
    case done

    var found: String? { if case .found(let word) = self { word } else { nil } }
    var title: String { "\(self)" }
    var count: Int { 0 }
  }

  @MainActor
  private protocol Mistake {
    func make(_ store: TestStore<ScriptStore<Answer>, Int>) async
  }

  private struct NoOptionals: Mistake {
    // Called by the protocol, to avoid the warning.
    @available(*, deprecated)
    func make(_ store: TestStore<ScriptStore<Answer>, Int>) async {
      await store.receive(unwrapping: \.title) { count, _ in count += 1 }
      await store.receive(unwrapping: \.count) { $0 += $1 + 1 }
      await store.receive(unwrapping: \.self)
    }
  }

  private func store() -> TestStore<ScriptStore<Answer>, Int> {
    let store = ScriptStore<Answer>(options: StoreOptions(executor: TestExecutor())) { _ in .none }
    return TestStore(store, observing: \.count, waitLimit: .zero)
  }

  // Swift promotes each to an optional, so that the step accepted any action.
  @Test func `a property that is not optional accepts no action`() async {
    let store = store()
    store.store.send(.done)
    let mistake: any Mistake = NoOptionals()
    let line = UInt(#line - 16)
    let reports = await reports { await mistake.make(store) }
    #expect(reports.map(\.line) == [line, line + 1, line + 2])
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } }
        == ["String", "Int", "Answer"].map {
          "A test store was to receive an action by a '\($0)', which is not optional."
        }
    )
    await store.receive(.done) { $0 = 1 }
    await store.finish()
  }

  @Test func `an optional property is unwrapped, with a closure and without`() async {
    let store = store()
    store.store.send(.found("a"))
    await store.receive(unwrapping: \.found) { $0 += $1.count }
    store.store.send(.found("b"))
    let texts = await texts { await store.receive(unwrapping: \.found) }
    #expect(texts.map { $0.prefix { $0 != "\n" } } == ["The state after '.found(\"b\")' is not the expected one."])
    await store.finish()
  }
}
