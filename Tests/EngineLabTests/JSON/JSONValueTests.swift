import Foundation
import Testing

@testable import EngineLab

@Suite struct JSONValueTests {
  @Test func `members keep their order, and single values share a line`() {
    let value = JSONValue.object([
      .init(key: "z", value: .integer(1)), .init(key: "a", value: .array([.bool(true), .null])),
      .init(
        key: "e",
        value: .array([.object([.init(key: "b", value: .string("x")), .init(key: "a", value: .array([]))])])
      ),
      .init(key: "n", value: .object([])),
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
    let text = JSONValue.object([.init(key: "</a", value: .string("</script><!--"))]).text(for: .page)
    #expect(text == #"{"\u003C/a": "\u003C/script>\u003C!--"}"#)
    #expect(JSONValue.string("</a>").text() == "\"</a>\"")
  }
}

@Suite struct ValueEncoderTests {
  private struct Part: Encodable {
    var z = 1
    var missing: String?
    var a = [true, false]
    var time = Duration.microseconds(1500)
    var parts: [Part] = []
  }

  @Test func `members keep their order, what is nil is null, and times are milliseconds`() throws {
    #expect(
      try ValueEncoder.encode(Part(missing: nil, parts: [Part(missing: "no")]))
        == .object([
          .init(key: "z", value: .integer(1)), .init(key: "missing", value: .null),
          .init(key: "a", value: .array([.bool(true), .bool(false)])),
          .init(key: "time", value: .milliseconds(.microseconds(1500))),
          .init(
            key: "parts",
            value: .array([
              .object([
                .init(key: "z", value: .integer(1)), .init(key: "missing", value: .string("no")),
                .init(key: "a", value: .array([.bool(true), .bool(false)])),
                .init(key: "time", value: .milliseconds(.microseconds(1500))), .init(key: "parts", value: .array([])),
              ])
            ])
          ),
        ])
    )
  }

  @Test func `single values need no object`() throws {
    #expect(try ValueEncoder.encode([String?.some("a"), nil]) == .array([.string("a"), .null]))
    #expect(try ValueEncoder.encode([String]()) == .array([]))
  }
}
