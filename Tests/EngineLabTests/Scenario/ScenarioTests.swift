import Foundation
import Testing

@testable import EngineLab

@Suite struct ScenarioTests {
  private func script(_ text: String) throws -> Script<Search>? {
    try Scenario(text: text).script as? Script<Search>
  }

  @Test func `the shipped scenario is read with the values of its file`() throws {
    let scenario = try Scenario(contentsOf: ShippedScenario.path)
    #expect(scenario.title == "Search while typing")
    #expect(
      scenario.script as? Script<Search>
        == Script(
          parameters: Search(
            debounce: .milliseconds(200),
            readTime: .milliseconds(5),
            extensions: ["swift", "md"],
            limit: 10
          ),
          steps: [
            .at(0, .typed("st"), line: 11), .at(120, .typed("sto"), line: 12), .at(260, .typed("store"), line: 13),
            .at(3000, .typed("cancel"), line: 14), .at(3300, .typed("cancellation"), line: 15),
            .at(6000, .typed("effect"), line: 16), .at(6300, .cancelTapped, line: 17),
            .at(6800, .cleared, line: 18), .at(7000, .typed("clock"), line: 19),
          ]
        )
    )
  }

  @Test func `values that a file leaves out have defaults`() throws {
    let text = #"{"feature": "search", "steps": [{"at": "0s", "type": "a"}]}"#
    let scenario = try Scenario(data: Data(text.utf8), file: "Scenarios/small.json")
    #expect(scenario.title == "small.json")
    #expect(
      scenario.script as? Script<Search>
        == Script(
          parameters: Search(
            debounce: .milliseconds(300),
            readTime: .milliseconds(1),
            extensions: ["swift", "md", "json", "txt"],
            limit: 20
          ),
          steps: [.at(0, .typed("a"), line: 1)]
        )
    )
  }

  @Test func `every parameter can be given, and members may be in any order`() throws {
    let text = """
      {"until": "2s", "steps": [{"type": "a", "at": "1s"}, {"at": "1s", "clear": true}],
       "parameters": {"limit": 1000, "extensions": ["SWIFT"], "readTime": "250us", "debounce": "0s"}, "title": "T",
       "feature": "search"}
      """
    #expect(try Scenario(text: text).title == "T")
    #expect(
      try script(text)
        == Script(
          parameters: Search(
            debounce: .zero,
            readTime: .microseconds(250),
            extensions: ["swift"],
            limit: 1000
          ),
          steps: [.at(1000, .typed("a"), line: 1), .at(1000, .cleared, line: 1)],
          until: .seconds(2)
        )
    )
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `a byte order mark, any line end and escaped keys do not change line numbers`(lineEnd: String) throws {
    var lines = [
      "\u{FEFF}{\"f\\u0065ature\": \"search\",", "\"title\": \"\\\"{[\\u00e9\",", "", "\"steps\": [",
      "{\"\\u0061t\": \"1s\",", "\"type\": \"é\"},", "{\"at\": \"2s\", \"cancel\": true}", "]}", "",
    ]
    let text = lines.joined(separator: lineEnd)
    #expect(try Scenario(text: text).title == "\"{[é")
    #expect(try script(text)?.steps == [.at(1000, .typed("é"), line: 5), .at(2000, .cancelTapped, line: 7)])
    lines[6] = "{\"at\": \"2s\", \"cancel\": 1}"
    #expect(
      Scenario.message(reading: lines.joined(separator: lineEnd)) == "a.json:7: 'cancel' must be true, found a number."
    )
  }
}
