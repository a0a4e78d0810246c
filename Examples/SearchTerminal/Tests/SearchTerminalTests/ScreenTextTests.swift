import Testing

@testable import SearchTerminal

@Suite struct ScreenTextTests {
  private func results(_ count: Int, selection: Int = 0) -> ResultList {
    ResultList(
      finding: Finding(
        query: "a",
        hits: (0..<count).map { Hit(path: "f", line: $0 + 1, text: "a") },
        filesRead: 1
      ),
      selection: selection
    )
  }

  @Test func `a screen has the text, the status, the hits and the keys`() {
    let text = ScreenText(prompt: Prompt(text: "a"), results: results(1), size: ScreenSize(columns: 80, rows: 5))
    #expect(
      text.lines == [
        "Search: a", "1 hit in 1 file", "▶ f:1: a", "",
        "Enter: to the results   Ctrl-U: clear   Ctrl-Z: undo   Ctrl-C: quit",
      ]
    )
    #expect(text.cursor == 9)
  }

  @Test func `the selected hit stays in sight`() {
    let size = ScreenSize(columns: 40, rows: 5)
    let text = ScreenText(prompt: Prompt(), results: results(9, selection: 5), size: size)
    #expect(text.lines[2...3] == ["  f:5: a", "▶ f:6: a"])
  }

  @Test func `lines are cut to the screen, and hold no control characters`() {
    let list = results(1)
    let preview = ["a\tb\u{1B}[2J"]
    let text = ScreenText(prompt: Prompt(), results: list, preview: preview, size: ScreenSize(columns: 6, rows: 6))
    #expect(text.lines == ["Searc…", "1 hit…", "▶ f:1…", "─────", "a b·[…", "Enter…"])
    #expect(ScreenText(prompt: Prompt(), results: list, size: ScreenSize(columns: 1, rows: 1)).lines == ["…"])
  }
}
