#if Exhaustive
import Foundation
import Testing

@testable import EngineLab

@Suite struct JSONNodeTests {
  private func node(_ text: String) throws -> JSONNode { try JSONNode(Data(text.utf8), file: "a.json") }

  /// A value that lists the names and the kinds of its members.
  private struct Members: Decodable {
    var seen: [String] = []

    init(from decoder: any Decoder) throws {
      let members = try decoder.members(orElse: "", hint: "")
      try members.read {
        $0
      } _: { name, value in
        seen.append(name)
      }
      seen += try #require(try members["b"]).elements(orElse: "").map { String(try $0.integer(in: 0...9)) }
      seen.append(try #require(try members["a"]).string())
    }
  }

  /// A value of any kind.
  private struct Part: Decodable {
    init(from decoder: any Decoder) {}
  }

  @Test func `members keep their order`() throws {
    let seen = try node("{\"b\": [1, ],\n\"a\":\n\"\\\"}\",}").decode(Members.self).seen
    #expect(seen == ["b", "a", "1", "\"}"])
  }

  @Test func `a list may have any number of lists and objects`() throws {
    let parts = Array(repeating: "[], {}", count: 600).joined(separator: ",")
    #expect(try node("[\(parts)]").decode([Part].self).count == 1_200)
  }

  @Test func `a key that is given twice is refused at its line`() {
    let error = #expect(throws: LabError.self) { try node("{\"b\": 1,\n\"\\u0062\"\n: 2 2") }
    #expect(error?.description == "a.json:2: 'b' is given twice.")
  }

  @Test func `a problem is reported at the line of its key or of its value`() {
    struct Keys: Decodable {
      init(from decoder: any Decoder) throws {
        try decoder.members(orElse: "", hint: "").read {
          $0
        } _: { name, value in
          if name == "value" { throw value.problem("It is wrong.") }
          if name == "key" { throw value.keyProblem("It is wrong.") }
        }
      }
    }
    func line(_ text: String) -> Int? { #expect(throws: LabError.self) { try node(text).decode(Keys.self) }?.line }
    #expect(line("{\"a\": [1],\n\"key\"\n:\n1}") == 2)
    #expect(line("{\"a\": [1],\n\"value\"\n:\n1}") == 4)
  }

  @Test func `ordinary Decodable types are decoded`() throws {
    struct Point: Decodable, Equatable {
      var x: Int
      var y: Double?
      var names: [[String: Bool]]
      var rest: String?
    }
    let text = "{\"x\": 2, \"y\": 0.5, \"names\": [{}, {\"a\": true}], \"rest\": null, \"more\": 1}"
    let point = Point(x: 2, y: 0.5, names: [[:], ["a": true]], rest: nil)
    #expect(try node(text).decode(Point.self) == point)
    #expect(try node("[null, 1]").decode([Int?].self) == [nil, 1])
  }

  @Test(arguments: [
    ("\n[\n1]", "2: found an array"), ("{\"x\":\n1.5}", "2: found a number"), ("{\n}", "1: 'x' is missing."),
    ("{\"x\": 1,\n\"names\": [{},\n{\"a\": 1}]}", "3: found a number"),
    ("{\"x\": 1,\n\"names\": [], \"range\":\n[1]}", "3: the list has ended."),
  ])
  func `a value of the wrong type is reported with its line`(text: String, message: String) {
    struct Point: Decodable {
      var x: Int
      var names: [[String: Bool]]
      var range: Range<Int>?
    }
    let error = #expect(throws: LabError.self) { try node(text).decode(Point.self) }
    #expect(error?.description == "a.json:\(message)")
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
  func `parsing stops at the point where the text stops being JSON`(text: String, place: String?) {
    let near = place.map { $0.hasSuffix(".") ? $0 : "not valid JSON near '\($0)'." }
    let error = #expect(throws: LabError.self) { try node(text) }
    #expect(error?.reason == near ?? "not valid JSON: the text ends inside a value.")
  }
}
#endif
