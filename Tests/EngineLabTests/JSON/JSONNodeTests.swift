import Foundation
import Testing

@testable import EngineLab

@Suite struct JSONNodeTests {
  private func node(_ text: String) throws -> JSONNode { try JSONNode(Data(text.utf8), file: "a.json") }

  @Test func `members keep their order and their lines, equal keys included`() throws {
    let members = try node("{\"b\": [1, ],\n\"b\":\n\"\\\"}\",}").members(orElse: "", hint: "").all
    #expect(members.map(\.name) == ["b", "b"])
    #expect(members.map { $0.key.problem("").line } == [1, 2])
    #expect(members.map { $0.value.problem("").line } == [1, 3])
    #expect(try members[0].value.elements(orElse: "").map { try $0.integer(in: 0...9) } == [1])
    #expect(try members[1].value.string() == "\"}")
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `every kind of line end counts once`(end: String) throws {
    let text = Array("[1,\(end)\(end)2\(end)]".utf8)
    let whole = JSONText(Data(text), file: "a")
    #expect(whole.error(at: 0, "").line == 1)
    #expect(whole.error(at: 3 + 2 * end.utf8.count, "").line == 3)
    #expect(whole.error(at: text.count - 1, "").line == 4)
  }

  @Test(arguments: ["true", "false", "null", "-1.5e+3", "\"\"", "\"\\u00e9\\n\"", "[]", "{}", "[{\"a\":[1,null]}]"])
  func `every kind of value is read and written`(text: String) throws {
    let written = try JSONSerialization.jsonObject(with: Data(node(text).jsonText().utf8), options: .fragmentsAllowed)
    let expected = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    #expect(try #require(written as? NSObject) == #require(expected as? NSObject))
  }

  @Test(arguments: [
    (" ", "the file is empty."), ("\"\\", nil), ("\"\\\"", nil), ("[1,", nil), ("{\"a\"", nil), ("{\"a\":", nil),
    ("fals", nil), ("falsy", "falsy"), ("{1}", "1}"), ("[}", "}"), ("[1 2]", "2]"), ("1 1", "1"),
    ("{\"a\";1}", ";1}"), ("\"\t\"", " \""), ("[,]", ",]"), ("[\"\\q\", 1 2]", "\"\\q\", 1 2]"), ("[01]", "01]"),
  ])
  func `parsing stops where the text stops being JSON`(text: String, place: String?) {
    let near = place.map { $0.hasSuffix(".") ? $0 : "not valid JSON near '\($0)'." }
    let error = #expect(throws: LabError.self) { try node(text) }
    #expect(error?.reason == near ?? "not valid JSON: the text ends inside a value.")
  }
}
