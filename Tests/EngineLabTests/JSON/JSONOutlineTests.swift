import EngineLab
import Testing

@Suite struct JSONOutlineTests {
  private func outline(_ text: String) throws -> JSONOutline {
    var scanner = JSONOutline.Scanner(Array(text.utf8))
    return try scanner.scan()
  }

  @Test func `members keep their order and their places, equal keys included`() throws {
    #expect(
      try outline(#" {"b": [1, ], "b":"\"}",}"#)
        == JSONOutline(
          content: .object([
            .init(
              key: 2..<5,
              value: JSONOutline(content: .array([JSONOutline(content: .number, range: 8..<9)]), range: 7..<12)
            ),
            .init(key: 14..<17, value: JSONOutline(content: .string, range: 18..<23)),
          ]),
          range: 1..<25
        )
    )
  }

  @Test(arguments: [
    ("true", JSONOutline.Content.true), ("false", .false), ("null", .null), ("-1.5e+3", .number), (#""""#, .string),
    ("[]", .array([])), ("{}", .object([])),
  ])
  func `every kind of value is told`(text: String, content: JSONOutline.Content) throws {
    #expect(try outline(text) == JSONOutline(content: content, range: 0..<text.utf8.count))
  }

  @Test(arguments: [
    ("", JSONOutline.Stop.end), (" ", .end), ("\"\\", .end), ("\"\\\"", .end), ("[1,", .end), ("{\"a\"", .end),
    ("{\"a\":", .end), ("fals", .end), ("falsy", .unexpected(0)), ("{1}", .unexpected(1)), ("[}", .unexpected(1)),
    ("[1 2]", .unexpected(3)), ("1 1", .unexpected(2)), ("{\"a\";1}", .unexpected(4)), ("\"\t\"", .unexpected(1)),
    ("[,]", .unexpected(1)),
  ])
  func `a scan stops where the text stops looking like JSON`(text: String, stop: JSONOutline.Stop) {
    #expect(throws: stop) { try outline(text) }
  }
}
