import EngineLab
import Testing

/// What a scenario file may say about a checkout.
@Suite struct CheckoutScenarioTests {
  private static let hint =
    "The parameters of 'checkout' are 'stepTime', 'payTime', 'failures', 'timeout', 'attempts', 'delay', 'cap', "
    + "'jitter' and 'seed'."

  @Test func `a checkout has defaults and can have every parameter`() throws {
    let steps = #""steps": [{"at": "0s", "buy": true}, {"at": "1s", "cancel": true}]"#
    let expected: [Script<CheckoutFeature>.Step] = [.at(0, .buy), .at(1000, .cancel)]
    let defaults = CheckoutParameters(
      stepTime: .milliseconds(100),
      payTime: .milliseconds(100),
      failures: 0,
      timeout: .seconds(1),
      attempts: 3,
      delay: .milliseconds(200),
      cap: .seconds(2),
      jitter: 0,
      seed: 1
    )
    #expect(
      try Scenario(text: #"{"feature": "checkout", \#(steps)}"#).content
        == .checkout(Script(parameters: defaults, steps: expected))
    )
    let parameters =
      #""parameters": {"stepTime": "1ms", "payTime": "2ms", "failures": 3, "timeout": "4ms", "attempts": 5, "#
      + #""delay": "6ms", "cap": "7ms", "jitter": 0.5, "seed": 8}"#
    let all = CheckoutParameters(
      stepTime: .milliseconds(1),
      payTime: .milliseconds(2),
      failures: 3,
      timeout: .milliseconds(4),
      attempts: 5,
      delay: .milliseconds(6),
      cap: .milliseconds(7),
      jitter: 0.5,
      seed: 8
    )
    #expect(
      try Scenario(text: #"{"feature": "checkout", \#(parameters), \#(steps)}"#).content
        == .checkout(Script(parameters: all, steps: expected))
    )
  }

  @Test func `without a time of its own a payment takes as long as each step`() throws {
    let text = #"{"feature": "checkout", "parameters": {"stepTime": "7ms"}, "steps": [{"at": "0s", "buy": true}]}"#
    guard case .checkout(let script) = try Scenario(text: text).content else {
      Issue.record("This is a checkout.")
      return
    }
    #expect(script.parameters.payTime == .milliseconds(7))
  }

  @Test(arguments: [
    (
      "{\"retries\": 1}",
      "unknown key 'retries'. \(Self.hint)"
    ),
    ("{\"stepTime\": 1}", "'stepTime' must be a time such as \"300ms\" or \"1.5s\", found a number."),
    ("{\"payTime\": \"-1s\"}", "'payTime' is negative: \"-1s\". Times count from the beginning."),
    ("{\"timeout\": \"2h\"}", "'timeout' must be a time such as \"300ms\" or \"1.5s\", found \"2h\"."),
    ("{\"delay\": null}", "'delay' must be a time such as \"300ms\" or \"1.5s\", found null."),
    ("{\"cap\": \"4000s\"}", "'cap' is longer than one hour: \"4000s\"."),
    ("{\"failures\": -1}", "'failures' must be a whole number from 0 to 100."),
    ("{\"attempts\": 0}", "'attempts' must be a whole number from 1 to 100."),
    ("{\"jitter\": 1.1}", "'jitter' must be a number from 0 to 1."),
    ("{\"jitter\": \"half\"}", "'jitter' must be a number from 0 to 1, found a string."),
    ("{\"seed\": -1}", "'seed' must be a whole number from 0 to 1000000."),
  ])
  func `wrong parameters of a checkout are explained`(parameters: String, message: String) {
    let text =
      "{\"feature\": \"checkout\", \"parameters\":\n\(parameters), \"steps\": [{\"at\": \"0s\", \"buy\": true}]}"
    #expect(Scenario.message(reading: text) == "a.json:2: \(message)")
  }

  @Test(arguments: [
    ("{\"at\": \"2s\", \"type\": \"x\"}", "unknown step 'type'. A step has 'at' and one of 'buy' or 'cancel'."),
    ("{\"at\": \"2s\", \"buy\": \"\"}", "'buy' must be true, found a string."),
    ("{\"at\": \"2s\"}", "the step has no command. A step has 'at' and one of 'buy' or 'cancel'."),
    (
      "{\"at\": \"0.9s\", \"buy\": true}",
      "the step at 900ms comes after one at 1s. Steps stand in time order."
    ),
    ("{\"at\": \"2s\", \"buy\": true, \"buy\": true}", "'buy' is given twice."),
  ])
  func `a wrong step is explained`(step: String, message: String) {
    let text = "{\"feature\": \"checkout\", \"steps\": [{\"at\": \"1s\", \"buy\": true},\n\(step)]}"
    #expect(Scenario.message(reading: text) == "a.json:2: \(message)")
  }
}
