import EngineLab
import Foundation
import Testing

@Suite struct ScenarioTests {
  @Test func `the shipped scenario says what its file says`() throws {
    let scenario = try Scenario(contentsOf: ShippedScenario.path)
    #expect(
      scenario
        == Scenario(
          title: "Search while typing",
          content: .search(
            Script(
              parameters: SearchParameters(
                debounce: .milliseconds(200),
                readTime: .milliseconds(5),
                extensions: ["swift", "md"],
                limit: 10
              ),
              steps: [
                .init(at: .zero, command: .type("st"), line: 11),
                .init(at: .milliseconds(120), command: .type("sto"), line: 12),
                .init(at: .milliseconds(260), command: .type("store"), line: 13),
                .init(at: .seconds(3), command: .type("cancel"), line: 14),
                .init(at: .milliseconds(3300), command: .type("cancellation"), line: 15),
                .init(at: .seconds(6), command: .type("effect"), line: 16),
                .init(at: .milliseconds(6300), command: .cancel, line: 17),
                .init(at: .milliseconds(6800), command: .clear, line: 18),
                .init(at: .seconds(7), command: .type("clock"), line: 19),
              ]
            )
          )
        )
    )
  }

  @Test func `what a file leaves out has a default`() throws {
    let text = #"{"feature": "search", "steps": [{"at": "0s", "type": "a"}]}"#
    let scenario = try Scenario(data: Data(text.utf8), file: "Scenarios/small.json")
    #expect(
      scenario
        == Scenario(
          title: "small.json",
          content: .search(
            Script(
              parameters: SearchParameters(
                debounce: .milliseconds(300),
                readTime: .milliseconds(1),
                extensions: ["swift", "md", "json", "txt"],
                limit: 20
              ),
              steps: [.init(at: .zero, command: .type("a"), line: 1)]
            )
          )
        )
    )
  }

  @Test func `every parameter can be given`() throws {
    let text = """
      {"until": "2s", "steps": [{"type": "a", "at": "1s"}, {"at": "1s", "clear": true}], "feature": "search",
       "parameters": {"limit": 1000, "extensions": ["SWIFT"], "readTime": "250us", "debounce": "0s"}, "title": "T"}
      """
    let scenario = try Scenario(data: Data(text.utf8), file: "a.json")
    #expect(
      scenario
        == Scenario(
          title: "T",
          content: .search(
            Script(
              parameters: SearchParameters(
                debounce: .zero,
                readTime: .microseconds(250),
                extensions: ["swift"],
                limit: 1000
              ),
              steps: [
                .init(at: .seconds(1), command: .type("a"), line: 1),
                .init(at: .seconds(1), command: .clear, line: 1),
              ]
            )
          ),
          until: .seconds(2)
        )
    )
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `a byte order mark, any line end and escaped keys leave lines right`(lineEnd: String) throws {
    let lines = [
      "\u{FEFF}{\"f\\u0065ature\": \"search\",", "\"title\": \"\\\"{[\\u00e9\",", "", "\"steps\": [",
      "{\"\\u0061t\": \"1s\",", "\"type\": \"é\"},", "{\"at\": \"2s\", \"cancel\": true}", "]}", "",
    ]
    let scenario = try Scenario(data: Data(lines.joined(separator: lineEnd).utf8), file: "a.json")
    #expect(
      scenario
        == Scenario(
          title: "\"{[é",
          content: .search(
            Script(
              parameters: SearchParameters(),
              steps: [
                .init(at: .seconds(1), command: .type("é"), line: 5),
                .init(at: .seconds(2), command: .cancel, line: 7),
              ]
            )
          )
        )
    )
  }
}
