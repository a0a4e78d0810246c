import ElmEngine
import StoreTesting
import Testing

/// Test stores of scopes that cannot report their actions, or not all of them.
@MainActor
@Suite struct MuteScopeTests {
  private func words() -> Store<[String], String> {
    Store(initialState: [], options: StoreOptions(executor: TestExecutor())) {
      (words: inout [String], word: String) -> Effect<String> in
      words.append(word)
      return .none
    }
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `a scope without extract is reported where the test store is made, and wrong closures fail`(
    exhaustivity: Exhaustivity
  ) async {
    let words = words()
    let line = UInt(#line + 2)
    let reports = await reports {
      let store = TestStore(words.scope(\.self) { $0 as String }, exhaustivity: exhaustivity, waitLimit: .zero)
      await store.send("a") { $0 = ["nonsense"] }
      await store.send("b") { $0 = ["a", "b"] }
      await store.finish(ignoring: .issues)
    }
    #expect(reports.map(\.line) == [line, line + 1])
    #expect(
      reports.first?.text == """
        A test store was given a scope that cannot report its actions.

        It was made without 'extract:': the store's actions cannot be mapped back to its own, so none is received.

        Pass 'extract:' too when you make the scope.
        """
    )
    #expect(reports.last?.text.hasPrefix("The state after 'a' is not the expected one.") == true)
  }

  @Test func `an action that is dropped is reported, though a scope cannot report its actions`() async {
    let words = words()
    let texts = await texts {
      let store = TestStore(words.scope(\.self) { $0 as String }, waitLimit: .zero)
      words.runtime.stop()
      await store.send("a")
      await store.finish(ignoring: .issues)
    }
    #expect(texts.count == 2)
    #expect(texts.last?.hasPrefix("Sent 'a', but it was not handled.\n\nThe store has dropped it") == true)
  }

  // It was said to wait in the store for the effects of another action.
  @Test func `an action that extract does not return fails its step, without a wait`() async {
    let words = words()
    let gate = Gate()
    words.launch(.run { _ in await gate.pass() })
    let store = TestStore(
      words.scope(
        Child(\.self) {
          $0 as String
        } extract: {
          $0 == "a" ? nil : $0
        }
      ),
      waitLimit: .seconds(1_000)
    )
    store.recorder.notify { gate.open() }
    let texts = await texts { await store.send("a") { $0 = ["a"] } }
    #expect(!gate.isOpen)
    #expect(
      texts == [
        """
        Sent 'a', but did not receive it.

        The store has handled it, and the 'extract:' of its scope has not returned it: nothing can be compared.

        Let 'extract:' return each action of the child that 'action:' has embedded.
        """
      ]
    )
    gate.open()
    await store.send("b") { $0 = ["a", "b"] }
    await store.finish()
  }

  @Test func `a scope without extract does not wait for its actions`() async {
    let words = words()
    let gate = Gate()
    words.launch(.run { _ in await gate.pass() })
    _ = await texts {
      let store = TestStore(words.scope(\.self) { $0 as String }, waitLimit: .seconds(1_000))
      store.recorder.notify { gate.open() }
      await store.send("a") { $0 = ["a"] }
      #expect(!gate.isOpen)
      gate.open()
      await store.finish(ignoring: .issues)
    }
  }

  @Test func `a scope with extract is tested like a store`() async {
    let store = TestStore(
      words().scope(
        Child(\.self) { (word: String) in
          word
        } extract: {
          $0
        }
      ),
      waitLimit: .zero
    )
    await store.send("a") { $0 = ["a"] }
    await store.finish()
  }
}
