import Testing

@testable import EngineLab

/// The parameters of a ticker in a scenario file.
@Suite struct TickerScenarioTests {
  @Test func `a ticker has defaults and can have every parameter`() throws {
    let steps = #""steps": [{"at": "0s", "start": true}, {"at": "1s", "stop": true}]"#
    let expected: [Script<Ticker>.Step] = [.at(0, .startTapped, line: 1), .at(1000, .stopTapped, line: 1)]
    let defaults = Ticker(interval: .milliseconds(100), burst: 10, count: 100)
    #expect(
      try Scenario(text: #"{"feature": "ticker", \#(steps)}"#).script as? Script<Ticker>
        == Script(parameters: defaults, steps: expected)
    )
    let parameters = #""parameters": {"interval": "1ms", "burst": 2, "count": 3}"#
    #expect(
      try Scenario(text: #"{"feature": "ticker", \#(parameters), \#(steps)}"#).script as? Script<Ticker>
        == Script(parameters: Ticker(interval: .milliseconds(1), burst: 2, count: 3), steps: expected)
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
}

@Suite struct TickTallyTests {
  private func tally(_ numbers: Int...) -> TickTally {
    var tally = TickTally()
    for number in numbers { tally.count(Tick(number: number, count: 10)) }
    return tally
  }

  @Test func `ticks in order are neither lost nor reordered`() {
    let tally = tally(1, 2, 3)
    #expect(tally.received == 3)
    #expect(tally.last == 3)
    #expect(tally.lost == 0)
    #expect(tally.reordered == 0)
  }

  @Test func `a gap is a loss`() {
    #expect(tally(1, 4).lost == 2)
    #expect(tally(1, 4).reordered == 0)
    #expect(tally(3).lost == 2)
  }

  @Test func `a late tick is reordered, not lost`() {
    let tally = tally(1, 3, 2)
    #expect(tally.lost == 0)
    #expect(tally.reordered == 1)
    #expect(tally.last == 2)
  }

  @Test func `quarters count once they are complete`() {
    #expect(tally().quarters == 0)
    #expect(tally().text == "nothing")
    #expect(tally(1, 2).quarters == 0)
    #expect(tally(1, 2, 3).quarters == 1)
    #expect(tally(1, 2, 3, 4, 5).quarters == 2)
    #expect(tally(1, 2, 3).text == "3 of 10 ticks")
  }

  @Test func `a screen shows what went wrong`() {
    #expect(
      Ticker.State(activity: .ticking, tally: tally(1, 5, 3)).finalState.rows.suffix(3) == [
        FinalState.Row("Last", "3"), FinalState.Row("Lost", "2"), FinalState.Row("Reordered", "1"),
      ]
    )
    #expect(Ticker.State(activity: .ticking, tally: tally(1)).progressText == "ticking, 1 of 10 ticks")
    #expect(Ticker.State(activity: .stopped, tally: tally(1)).phase == "stopped 0/4")
  }
}
