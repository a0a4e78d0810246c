import Testing

@testable import EngineLab

/// The parameters of a checkout in a scenario file.
@Suite struct CheckoutScenarioTests {
  private static let hint =
    "The parameters of 'checkout' are 'stepTime', 'payTime', 'failures', 'timeout', 'attempts', 'delay', 'cap', "
    + "'jitter' and 'seed'."

  @Test func `a checkout has defaults and can have every parameter`() throws {
    let steps = #""steps": [{"at": "0s", "buy": true}, {"at": "1s", "cancel": true}]"#
    let expected: [Script<Checkout>.Step] = [.at(0, .buyTapped, line: 1), .at(1000, .cancelTapped, line: 1)]
    let defaults = Checkout(
      stepTime: .milliseconds(100),
      payTime: nil,
      failures: 0,
      timeout: .seconds(1),
      attempts: 3,
      delay: .milliseconds(200),
      cap: .seconds(2),
      jitter: 0,
      seed: 1
    )
    #expect(
      try Scenario(text: #"{"feature": "checkout", \#(steps)}"#).script as? Script<Checkout>
        == Script(parameters: defaults, steps: expected)
    )
    let parameters =
      #""parameters": {"stepTime": "1ms", "payTime": "2ms", "failures": 3, "timeout": "4ms", "attempts": 5, "#
      + #""delay": "6ms", "cap": "7ms", "jitter": 0.5, "seed": 8}"#
    let all = Checkout(
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
      try Scenario(text: #"{"feature": "checkout", \#(parameters), \#(steps)}"#).script as? Script<Checkout>
        == Script(parameters: all, steps: expected)
    )
  }

  @Test func `by default a payment takes as long as each step`() throws {
    let text = #"{"feature": "checkout", "parameters": {"stepTime": "7ms"}, "steps": [{"at": "0s", "buy": true}]}"#
    let script = try #require(try Scenario(text: text).script as? Script<Checkout>)
    #expect(script.parameters.paymentTime == .milliseconds(7))
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
}

@Suite struct CheckoutScreenTests {
  @Test(arguments: [
    (Checkout.Activity.idle, "idle"), (.buying, "buying"), (.confirmed, "confirmed"), (.cancelled, "cancelled"),
    (.failed("no\nluck"), "failed: no\\u{A}luck"),
  ])
  func `every activity has a description`(activity: Checkout.Activity, text: String) {
    let screen = Checkout.State(activity: activity, done: [], attempts: [:])
    #expect(screen.progressText == text)
    #expect(screen.phase == text)
  }

  @Test func `attempts are listed in the order of the steps`() {
    let screen = Checkout.State(
      activity: .buying,
      done: [.reserve, .pay],
      attempts: [.confirm: 3, .pay: 2, .reserve: 1]
    )
    #expect(screen.progressText == "buying, reserve 1, pay 2, confirm 3")
    #expect(
      screen.finalState
        == FinalState(rows: [
          FinalState.Row("Checkout", "buying"), FinalState.Row("Done", "reserve, pay"),
          FinalState.Row("Attempts", "reserve 1, pay 2, confirm 3"),
        ])
    )
  }
}
