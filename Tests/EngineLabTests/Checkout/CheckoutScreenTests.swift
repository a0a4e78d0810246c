import EngineLab
import Testing

@Suite struct CheckoutScreenTests {
  @Test(arguments: [
    (CheckoutActivity.idle, "idle"), (.buying, "buying"), (.confirmed, "confirmed"), (.cancelled, "cancelled"),
    (.failed("no\nluck"), "failed: no\\u{A}luck"),
  ])
  func `every activity has words`(activity: CheckoutActivity, text: String) {
    let screen = CheckoutScreen(activity: activity, done: [], attempts: [:])
    #expect(screen.progress == text)
    #expect(screen.phase == text)
  }

  @Test func `attempts stand in the order of the steps`() {
    let screen = CheckoutScreen(
      activity: .buying,
      done: [.reserve, .pay],
      attempts: [.confirm: 3, .pay: 2, .reserve: 1]
    )
    #expect(screen.progress == "buying, reserve 1, pay 2, confirm 3")
    #expect(
      screen.finalState
        == FinalState(rows: [
          FinalState.Row("Checkout", "buying"), FinalState.Row("Done", "reserve, pay"),
          FinalState.Row("Attempts", "reserve 1, pay 2, confirm 3"),
        ])
    )
  }
}
