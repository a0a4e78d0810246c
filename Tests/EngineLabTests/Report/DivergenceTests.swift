import EngineLab
import Testing

@Suite struct DivergenceTests {
  private let base = RunReport(
    engine: "a",
    events: [RunEvent("typed", at: .zero), RunEvent("found", at: .seconds(2))],
    finalState: FinalState(rows: [FinalState.Row("Hits", "1")]),
    timeline: RunTimeline(screens: [
      ScreenMark(time: .zero, rows: [FinalState.Row("Hits", "0")]),
      ScreenMark(time: .seconds(2), rows: [FinalState.Row("Hits", "1")]),
    ])
  )

  private func divergence(_ change: (inout RunReport) -> Void) -> Divergence? {
    var (second, third) = (base, base)
    second.engine = "b"
    third.engine = "c"
    change(&third)
    return Divergence(of: [base, second, third])
  }

  private func values(_ first: String, _ third: String) -> [Divergence.Value] {
    [("a", first), ("b", first), ("c", third)].map { Divergence.Value(engine: $0.0, text: $0.1) }
  }

  @Test func `engines that agree have none`() {
    #expect(divergence { $0.totals.actions = 9 } == nil)
    #expect(Divergence(of: []) == nil)
  }

  @Test func `the first event that differs has its time and each engine's event`() {
    #expect(
      divergence { $0.events[1] = RunEvent("found", at: .seconds(1)) }
        == Divergence(
          time: .seconds(1),
          subject: "Event 2",
          values: values("'found' at 2s", "'found' at 1s")
        )
    )
  }

  @Test func `a screen that differs before any event comes first`() {
    #expect(
      divergence { report in
        report.events[1].text = "lost"
        report.timeline.screens.insert(ScreenMark(time: .seconds(1), rows: [FinalState.Row("Hits", "7")]), at: 1)
      } == Divergence(time: .seconds(1), subject: "Hits", values: values("0", "7"))
    )
  }

  @Test func `of an event and a screen at the same time the event is told`() {
    #expect(
      divergence { report in
        report.events[1].text = "lost"
        report.timeline.screens[1].rows[0].value = "7"
      }?.subject == "Event 2"
    )
  }

  @Test func `final states alone differ at the end`() {
    #expect(
      divergence { $0.finalState.rows[0].value = "2" }
        == Divergence(time: .seconds(2), subject: "Final state", values: values("Hits 1", "Hits 2"))
    )
  }
}
