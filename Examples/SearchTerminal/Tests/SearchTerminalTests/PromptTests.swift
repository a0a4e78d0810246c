import ElmEngine
import StoreTesting
import Testing

@testable import SearchTerminal

@MainActor
@Suite struct PromptTests {
  @Test func `keys edit the text and hand over the focus`() async {
    let prompt = TestStore { Prompt.makeStore(keys: AsyncStream { $0.finish() }, options: $0) }
    await prompt.send(.pressed(.character("a"))) {
      $0.text = "a"
      $0.history.record("")
    }
    await prompt.send(.pressed(.character("é"))) { $0.text = "aé" }
    await prompt.send(.pressed(.backspace)) { $0.text = "a" }
    await prompt.send(.pressed(.clear)) {
      $0.text = ""
      $0.history.record("a")
    }
    await prompt.send(.pressed(.backspace))
    await prompt.send(.pressed(.escape))
    await prompt.send(.pressed(.enter)) { $0.focus = .results }
    await prompt.send(.pressed(.character("a")))
    await prompt.send(.pressed(.character("/"))) { $0.focus = .text }
    await prompt.send(.pressed(.down)) { $0.focus = .results }
    await prompt.send(.pressed(.escape)) { $0.focus = .text }
    await prompt.finish()
  }

  @Test func `what was typed without a pause is undone at once`() async {
    let bench = TestBench()
    let prompt = Prompt.makeStore(keys: AsyncStream { $0.finish() }, options: bench.options)
    for key in [Key.character("a"), .character("b")] { prompt.send(.pressed(key)) }
    await bench.clock.advance(by: .seconds(2))
    for key in [Key.character("c"), .backspace, .character("d"), .clear] { prompt.send(.pressed(key)) }

    let texts = [Key.undo, .undo, .undo, .undo, .redo, .redo, .redo].map { key in
      prompt.send(.pressed(key))
      return prompt.state.text
    }
    #expect(texts == ["abd", "ab", "", "", "ab", "abd", ""])
  }
}
