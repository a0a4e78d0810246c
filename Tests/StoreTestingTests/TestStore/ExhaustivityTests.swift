import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The assertions that may be left out, for a store or for a step.
@MainActor
@Suite struct ExhaustivityTests {
  private struct Form: Equatable {
    var text = ""
    var count = 0
  }

  /// A store of a form: each word is its text, and counted.
  private func form(_ exhaustivity: Exhaustivity) -> TestStore<ScriptStore<String>, Form> {
    let script = Script { word, _ in word == "a" ? .now("b", "c") : .none }
    return TestStore(
      script.store,
      observing: { Form(text: $0.last ?? "", count: $0.count) },
      exhaustivity: exhaustivity,
      waitLimit: .zero
    )
  }

  @Test func `without exhaustivity, actions and changes are skipped`() async {
    let store = form(.off)
    await store.send("a") { $0.text = "a" }
    await store.receive("c") { $0.text = "c" }
    await store.send("a")
    await store.send("d") { $0.count = 7 }
    await store.finish()
  }

  @Test func `an asserted change has to be correct without exhaustivity, too`() async {
    let store = form(.off)
    let texts = await texts { await store.send("a") { $0.text = "x" } }
    #expect(
      texts == [
        """
        The state after 'a' is not the expected one.

        - expected, + actual:

          .text
          - "x"
          + "a"

        Make each expected change in the closure, or correct what changes the state.
        """
      ]
    )
    await store.finish()
  }

  @Test func `a closure that inserts or adds is called once, with the state of the last step`() async {
    struct Counted: Equatable {
      var words: [String] = []
      var count = 0
    }
    let script = Script()
    let store = TestStore(
      script.store,
      observing: { Counted(words: $0, count: $0.count) },
      exhaustivity: .off,
      waitLimit: .zero
    )
    await store.send("a") { $0.words.insert("a", at: 0) }
    await store.send("b") { $0.words += ["b"] }
    await store.send("c") { $0.count += 1 }
    let texts = await texts { await store.send("d") { $0.words += ["d", "d"] } }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("\n\n  .words\n") == true)
    await store.finish()
  }

  @Test func `an asserted action has to come without exhaustivity, and others stay`() async {
    let store = form(.off)
    await store.send("a")
    let texts = await texts { await store.receive("x") }
    #expect(
      texts == [
        """
        Did not receive 'x'.

        The store has handled other actions, in this order:

          1. b
          2. c

        No effect is running.

        Check that an effect or the test sends it, and that no earlier assertion has taken it.
        """
      ]
    )
    await store.receive("c")
    await store.finish()
  }

  @Test func `a step may override the exhaustivity of its store`() async {
    let store = form(.on)
    await store.send("a", exhaustivity: .off)
    await store.receive("c", exhaustivity: .off) { $0.text = "c" }
    await store.send("a") { $0 = Form(text: "a", count: 4) }
    await store.receive(where: { $0 == "c" }, exhaustivity: .off)
    await store.send("a", exhaustivity: .off)
    func nine(_ word: String) -> Int? { word == "c" ? 9 : nil }
    await store.receive(unwrapping: nine, exhaustivity: .off) { form, count in form.count = count }
    await store.finish()
    store.exhaustivity = .off
    let texts = await texts { await store.send("d", exhaustivity: .on) }
    #expect(texts.count == 1)
  }

  @Test func `skipped actions and changes are shown on request`() async {
    let store = form(.off(showsSkipped: true))
    let texts = await texts {
      await store.send("a") { $0.text = "a" }
      await store.receive("c") { $0 = Form(text: "c", count: 3) }
    }
    #expect(
      texts == [
        """
        Changes of the state after 'a' were skipped.

        - asserted, + actual:

            ExhaustivityTests.Form(
              text: "a",
          -   count: 0
          +   count: 1
            )

        Nothing has to be done: 'exhaustivity' is '.off(showsSkipped: true)'.
        """,
        """
        Received actions were skipped before 'c'.

        The store has handled, in this order:

          1. b

        Nothing has to be done: 'exhaustivity' is '.off(showsSkipped: true)'.
        """,
      ]
    )
    await store.finish()
  }

  @Test func `skipped changes that are shown fail no test`() async {
    let store = form(.off(showsSkipped: true))
    await store.send("a")
    await store.receive("c")
    store.store.send("d")
    await store.finish()
  }

  @Test func `a test store that turns exhaustive again reports the actions left`() async {
    let script = Script { word, _ in word == "a" ? .now("b") : .none }
    let texts = await texts {
      let store = script.tested(.off)
      await store.send("a")
      store.exhaustivity = .on
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("  1. b\n\n") == true)
  }
}
