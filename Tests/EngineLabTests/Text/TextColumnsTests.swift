import EngineLab
import Testing

@Suite struct TextColumnsTests {
  @Test func `cells stand below each other`() {
    #expect(TextColumns.text([["a", "b", "c"], ["aaa", "bb", "c c"]]) == "a    b   c\naaa  bb  c c\n")
  }

  @Test func `no rows are no text`() {
    #expect(TextColumns.text([]) == "")
  }

  @Test func `rows may differ in length`() {
    #expect(TextColumns.text([["a"], ["b", "c"]]) == "a\nb  c\n")
  }

  @Test func `texts are filled on either side`() {
    #expect("a".filled(to: 3) == "a  ")
    #expect("a".padded(to: 3) == "  a")
    #expect("abc".filled(to: 1) == "abc")
    #expect("abc".padded(to: 1) == "abc")
  }
}
