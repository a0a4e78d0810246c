import EngineLab
import Testing

@Suite struct TickTallyTests {
  private func tally(_ numbers: Int...) -> TickTally {
    var tally = TickTally()
    for number in numbers { tally.count(Tick(number: number, count: 10)) }
    return tally
  }

  @Test func `ticks in their order are neither lost nor reordered`() {
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
      TickerScreen(activity: .ticking, tally: tally(1, 5, 3)).finalState.rows.suffix(3) == [
        FinalState.Row("Last", "3"), FinalState.Row("Lost", "2"), FinalState.Row("Reordered", "1"),
      ]
    )
    #expect(TickerScreen(activity: .ticking, tally: tally(1)).progress == "ticking, 1 of 10 ticks")
    #expect(TickerScreen(activity: .stopped, tally: tally(1)).phase == "stopped 0/4")
  }
}
