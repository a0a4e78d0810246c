import ElmEngine
import StoreTesting
import Testing

@testable import SearchTerminal

@MainActor
@Suite struct PromptTests {
  @Test func `keys edit the text and hand over the focus`() async {
    let prompt = TestStore { Prompt.makeStore(keys: AsyncStream { $0.finish() }, options: $0) }
    await prompt.send(.pressed(.character("a"))) { $0.text = "a" }
    await prompt.send(.pressed(.character("é"))) { $0.text = "aé" }
    await prompt.send(.pressed(.backspace)) { $0.text = "a" }
    await prompt.send(.pressed(.clear)) { $0.text = "" }
    await prompt.send(.pressed(.backspace))
    await prompt.send(.pressed(.escape))
    await prompt.send(.pressed(.enter)) { $0.focus = .results }
    await prompt.send(.pressed(.character("a")))
    await prompt.send(.pressed(.character("/"))) { $0.focus = .text }
    await prompt.send(.pressed(.down)) { $0.focus = .results }
    await prompt.send(.pressed(.escape)) { $0.focus = .text }
    await prompt.finish()
  }
}
