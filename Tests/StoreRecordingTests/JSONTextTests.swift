import Foundation
import Testing

@testable import StoreRecording

@Suite struct JSONTextTests {
  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), ("\"", #""\"""#), (#"a\b"#, #""a\\b""#), ("a\nb", #""a\nb""#),
    ("\u{1B}[31m", #""\u001b[31m""#), ("a\u{2028}b\u{2029}", #""a\u2028b\u2029""#), ("é – ∞", #""é – ∞""#),
  ])
  func `a text is quoted`(text: String, quoted: String) throws {
    #expect(JSONText.string(text).text == quoted)
    #expect(try JSONDecoder().decode([String].self, from: Data("[\(quoted)]".utf8)) == [text])
  }
}
