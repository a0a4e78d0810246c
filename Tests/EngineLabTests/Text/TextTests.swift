#if Exhaustive
import Testing

@testable import EngineLab

@Suite struct PrintableTests {
  @Test func `control characters are made visible`() {
    #expect("a\tb\n\u{1B}[31m\u{202E}é\u{2028}👩‍👧".printable == "a b\\u{A}\\u{1B}[31m\\u{202E}é\\u{2028}👩‍👧")
  }

  @Test func `a count has the singular or the plural`() {
    #expect([0, 1, 2].map { $0.counting("hit") } == ["0 hits", "1 hit", "2 hits"])
  }

  @Test func `words are joined into a phrase`() {
    #expect([].phrase("or") == "")
    #expect(["a"].phrase("or") == "'a'")
    #expect(["a", "b"].phrase("and") == "'a' and 'b'")
    #expect(["a", "b", "c"].phrase("or") == "'a', 'b' or 'c'")
  }
}

@Suite struct TextColumnsTests {
  @Test func `cells are aligned in columns`() {
    #expect(TextColumns.text([["a", "b", "c"], ["aaa", "bb", "c c"]]) == "a    b   c\naaa  bb  c c\n")
  }

  @Test func `no rows give an empty text`() {
    #expect(TextColumns.text([]) == "")
  }

  @Test func `rows may differ in length`() {
    #expect(TextColumns.text([["a"], ["b", "c"]]) == "a\nb  c\n")
  }

  @Test func `texts are padded on either side`() {
    #expect("a".filled(to: 3) == "a  ")
    #expect("a".padded(to: 3) == "  a")
    #expect("abc".filled(to: 1) == "abc")
    #expect("abc".padded(to: 1) == "abc")
  }
}

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
  func `colours need a terminal, and an environment that allows them`(
    isTerminal: Bool,
    environment: [String: String],
    hasColour: Bool
  ) {
    #expect(TextStyler(isTerminal: isTerminal, environment: environment).hasColour == hasColour)
  }

  @Test func `text is unchanged without colours`() {
    #expect(TextStyler.plain.text("a", .bad) == "a")
    #expect(TextStyler(hasColour: true).text("a", .bad) == "\u{1B}[1;31ma\u{1B}[0m")
    #expect(TextStyler(hasColour: true).text("", .bad) == "")
  }

  @Test(arguments: [
    ("a/b-1.json", "a/b-1.json"), ("", "''"), ("a b", "'a b'"), ("$x", "'$x'"), ("it's", #"'it'\''s'"#), ("é", "'é'"),
  ])
  func `the words of a shell command are quoted`(word: String, quoted: String) {
    #expect(word.shellWord == quoted)
  }
}
#endif
