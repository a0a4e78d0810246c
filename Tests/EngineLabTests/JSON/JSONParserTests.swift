import Testing

@testable import EngineLab

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONNode {
    var parser = JSONParser(Array(text.utf8))
    return try parser.parse()
  }

  @Test func `members keep their order and their places, equal keys included`() throws {
    #expect(
      try parse(#" {"b": [1, ], "b":"\"}",}"#)
        == JSONNode(
          content: .object([
            .init(
              name: "b",
              place: 2,
              value: JSONNode(content: .array([JSONNode(content: .number(1), place: 8)]), place: 7)
            ),
            .init(name: "b", place: 14, value: JSONNode(content: .string("\"}"), place: 18)),
          ]),
          place: 1
        )
    )
  }

  @Test(arguments: [
    ("true", JSONNode.Content.bool(true)), ("false", .bool(false)), ("null", .null), ("-1.5e+3", .number(-1500)),
    (#""""#, .string("")), ("[]", .array([])), ("{}", .object([])),
  ])
  func `every kind of value is told`(text: String, content: JSONNode.Content) throws {
    #expect(try parse(text) == JSONNode(content: content, place: 0))
  }

  @Test(arguments: [
    ("", JSONParser.Stop.end), (" ", .end), ("\"\\", .end), ("\"\\\"", .end), ("[1,", .end), ("{\"a\"", .end),
    ("{\"a\":", .end), ("fals", .end), ("falsy", .unexpected(0)), ("{1}", .unexpected(1)), ("[}", .unexpected(1)),
    ("[1 2]", .unexpected(3)), ("1 1", .unexpected(2)), ("{\"a\";1}", .unexpected(4)), ("\"\t\"", .unexpected(1)),
    ("[,]", .unexpected(1)), ("[\"\\q\", 1 2]", .unexpected(1)), ("[01]", .unexpected(1)),
  ])
  func `parsing stops where the text stops being JSON`(text: String, stop: JSONParser.Stop) {
    #expect(throws: stop) { try parse(text) }
  }
}

@Suite struct LineTableTests {
  @Test func `every kind of line end counts once`() {
    let text = Array("a\nb\r\nc\rd\n\r\ne".utf8)
    let table = LineTable(text)
    #expect(text.indices.map(table.line) == [1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6])
  }

  @Test func `an empty text has one line`() {
    #expect(LineTable([]).line(of: 0) == 1)
  }
}
