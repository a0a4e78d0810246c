import EngineLab
import Testing

@Suite struct TextStylerTests {
  @Test(
    arguments: [
      (true, [:], true),
      (false, [:], false),
      (true, ["NO_COLOR": "1"], false),
      (true, ["NO_COLOR": "0"], false),
      (true, ["NO_COLOR": ""], true),
      (true, ["TERM": "dumb"], false),
      (true, ["TERM": "xterm-256color"], true),
      (false, ["NO_COLOR": ""], false),
    ] as [(Bool, [String: String], Bool)]
  )
  func `colours need a terminal, and a user who does not object`(
    isTerminal: Bool,
    environment: [String: String],
    hasColour: Bool
  ) {
    #expect(TextStyler(isTerminal: isTerminal, environment: environment).hasColour == hasColour)
  }

  @Test func `text is left alone without colours`() {
    #expect(TextStyler.plain.text("a", .bad) == "a")
    #expect(TextStyler(hasColour: true).text("a", .bad) == "\u{1B}[1;31ma\u{1B}[0m")
    #expect(TextStyler(hasColour: true).text("", .bad) == "")
  }
}
