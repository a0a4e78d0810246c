import Testing

@testable import StoreRecording

@Suite struct TextSearchTests {
  @Test(arguments: [
    ("row", "The Row 7", true), ("ROW", "row", true), ("", "", true), ("", "row", true), ("row", "", false),
    ("rows", "row", false), ("aab", "aaab", true), ("@[", "`{", false), ("ärger", "Großer ÄRGER", true),
    ("arger", "Ärger", false), ("b", "äb", true),
  ])
  func `a text is found whatever the case of its letters`(text: String, words: String, isFound: Bool) {
    #expect(TextSearch(for: text).isFound(in: words) == isFound)
  }
}
