import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Closures of steps that change nothing, and so assert nothing.
@MainActor
@Suite struct UnchangedTests {
  private func text(_ step: String) -> String {
    """
    The closure for \(step) changes nothing.

    It leaves the state as it was before, and so it asserts nothing.

    Omit the closure if no change is expected, make the expected change in it, or assert by '#expect' what stays \
    the same.
    """
  }

  /// A store that handles words of one letter only.
  private func store(_ exhaustivity: Exhaustivity) -> TestStore<ScriptStore<String>, Int> {
    let script = Script { word, _ in word == "a" ? .now("b", "b", "b") : .none }
    return TestStore(
      script.store,
      observing: { $0.count { $0 == "x" } },
      exhaustivity: exhaustivity,
      waitLimit: .zero
    )
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `a closure that changes nothing fails its step`(exhaustivity: Exhaustivity) async {
    let store = store(exhaustivity)
    let texts = await texts {
      await store.send("a") { $0 = $0 }
      await store.receive("b") { $0 += 0 }
      await store.receive(where: { $0 == "b" }) { _ in }
      @Sendable func length(_ word: String) -> Int? { word == "b" ? 0 : nil }
      await store.receive(unwrapping: length) { $0 += $1 }
      await store.expectChange { $0 = 0 }
    }
    #expect(texts == [text("'a'"), text("'b'"), text("'b'"), text("'b'"), text("the expected change")])
    await store.finish()
  }

  @Test func `if something has changed, a closure that changes nothing fails with the difference`() async {
    let store = store(.on)
    let texts = await texts { await store.send("x") { $0 = 0 } }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("The state after 'x' is not the expected one.\n\n") == true)
    await store.finish()
  }

  @Test func `without exhaustivity, a closure that changes nothing fails though something has changed`() async {
    let store = store(.off)
    let texts = await texts { await store.send("x") { $0 = 0 } }
    #expect(texts == [text("'x'")])
    await store.finish()
  }

  @Test func `a step without a closure passes`() async {
    let store = store(.on)
    await store.send("a")
    await store.receive("b")
    await store.receive(where: { $0 == "b" })
    await store.receive(unwrapping: { $0 == "b" ? $0 : nil })
    await store.finish()
  }

  fileprivate struct Naming: Feature {
    @MainActor
    @Observable
    final class State {
      var name = ""
    }

    enum Action { case rename }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.name = "a"
        return .none
      }
    }
  }

  @Test func `a closure that changes nothing fails for an observed value of an object, too`() async {
    let naming = Store(initialState: Naming.State(), feature: Naming())
    let store = TestStore(naming, observing: { $0.name })
    await store.send(.rename) { $0 = "a" }
    let texts = await texts { await store.send(.rename) { $0 = "a" } }
    #expect(texts == [text("'.rename'")])
    await store.finish()
  }
}
