import EngineLab
import Foundation
import Testing

@Suite struct JSONValueTests {
  @Test func `members keep their order, and single values share a line`() {
    let value = JSONValue.object([
      ("z", .integer(1)), ("a", .array([.bool(true), .null])),
      ("e", .array([.object([("b", .string("x")), ("a", .array([]))])])), ("n", .object([])),
    ])
    #expect(
      value.text() == """
        {
          "z": 1,
          "a": [true, null],
          "e": [
            {"b": "x", "a": []}
          ],
          "n": {}
        }
        """
    )
  }

  @Test(arguments: [
    (Duration.zero, "0"), (.milliseconds(1500), "1500"), (.microseconds(1500), "1.5"), (.nanoseconds(1), "0.000001"),
    (.nanoseconds(-1_500_000), "-1.5"),
  ])
  func `times are exact`(time: Duration, text: String) {
    #expect(JSONValue.milliseconds(time).text() == text)
  }

  @Test(arguments: ["\"\\\n\t\u{0}\u{1B}\u{7F}", "é 日本 😀", "</script><!--<script>", "\u{2028}\u{2029}"])
  func `every text can be read again`(text: String) throws {
    for place in [JSONValue.Place.document, .page] {
      let data = Data(JSONValue.array([.string(text)]).text(for: place).utf8)
      #expect(try JSONSerialization.jsonObject(with: data) as? [String] == [text])
    }
  }

  @Test func `nothing in a page can end or change its script element`() {
    let text = JSONValue.object([("</a", .string("</script><!--"))]).text(for: .page)
    #expect(text == #"{"\u003C/a": "\u003C/script>\u003C!--"}"#)
    #expect(JSONValue.string("</a>").text() == "\"</a>\"")
  }
}
