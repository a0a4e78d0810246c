import EngineLab
import Testing

@Suite struct PrintableTests {
  @Test func `control characters are made visible`() {
    #expect("a\tb\n\u{1B}[31m\u{202E}é\u{2028}👩‍👧".printable == "a b\\u{A}\\u{1B}[31m\\u{202E}é\\u{2028}👩‍👧")
  }

  @Test func `numbers take their noun`() {
    #expect([0, 1, 2].map { $0.counting("hit") } == ["0 hits", "1 hit", "2 hits"])
  }

  @Test func `words become a phrase`() {
    #expect([].phrase("or") == "")
    #expect(["a"].phrase("or") == "'a'")
    #expect(["a", "b"].phrase("and") == "'a' and 'b'")
    #expect(["a", "b", "c"].phrase("or") == "'a', 'b' or 'c'")
  }
}
