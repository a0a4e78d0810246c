import EngineLab
import Testing

/// What a scenario file may say about a ticker.
@Suite struct TickerScenarioTests {
  @Test func `a ticker has defaults and can have every parameter`() throws {
    let steps = #""steps": [{"at": "0s", "start": true}, {"at": "1s", "stop": true}]"#
    let expected: [Script<TickerFeature>.Step] = [.at(0, .start), .at(1000, .stop)]
    #expect(
      try Scenario(text: #"{"feature": "ticker", \#(steps)}"#).content
        == .ticker(
          Script(
            parameters: TickerParameters(interval: .milliseconds(100), burst: 10, count: 100),
            steps: expected
          )
        )
    )
    let parameters = #""parameters": {"interval": "1ms", "burst": 2, "count": 3}"#
    #expect(
      try Scenario(text: #"{"feature": "ticker", \#(parameters), \#(steps)}"#).content
        == .ticker(
          Script(parameters: TickerParameters(interval: .milliseconds(1), burst: 2, count: 3), steps: expected)
        )
    )
  }

  @Test(arguments: [
    ("{\"debounce\": 1}", "unknown key 'debounce'. The parameters of 'ticker' are 'interval', 'burst' and 'count'."),
    ("{\"interval\": \"soon\"}", "'interval' must be a time such as \"300ms\" or \"1.5s\", found \"soon\"."),
    ("{\"burst\": 0}", "'burst' must be a whole number from 1 to 100000."),
    ("{\"count\": 100001}", "'count' must be a whole number from 1 to 100000."),
    ("{\"count\": true}", "'count' must be a whole number from 1 to 100000, found true."),
  ])
  func `wrong parameters of a ticker are explained`(parameters: String, message: String) {
    let text =
      "{\"feature\": \"ticker\", \"parameters\":\n\(parameters), \"steps\": [{\"at\": \"0s\", \"start\": true}]}"
    #expect(Scenario.message(reading: text) == "a.json:2: \(message)")
  }

  @Test(arguments: [
    ("{\"at\": \"2s\", \"type\": \"x\"}", "unknown step 'type'. A step has 'at' and one of 'start' or 'stop'."),
    ("{\"at\": \"2s\", \"start\": \"\"}", "'start' must be true, found a string."),
    ("{\"at\": \"2s\"}", "the step has no command. A step has 'at' and one of 'start' or 'stop'."),
    (
      "{\"at\": \"0.9s\", \"start\": true}",
      "the step at 900ms comes after one at 1s. Steps stand in time order."
    ),
    ("{\"at\": \"2s\", \"start\": true, \"start\": true}", "'start' is given twice."),
  ])
  func `a wrong step is explained`(step: String, message: String) {
    let text = "{\"feature\": \"ticker\", \"steps\": [{\"at\": \"1s\", \"start\": true},\n\(step)]}"
    #expect(Scenario.message(reading: text) == "a.json:2: \(message)")
  }
}
