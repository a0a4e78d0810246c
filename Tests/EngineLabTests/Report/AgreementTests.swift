import EngineLab
import Testing

@Suite struct AgreementTests {
  private let base = RunReport(
    engine: "a",
    events: [RunEvent("cleared", at: .zero)],
    finalState: FinalState(
      rows: [FinalState.Row("Query", "\"q\""), FinalState.Row("Hits", "1")],
      lists: [
        FinalState.List("Hits", note: "all 1", item: "Hit", items: ["F/a:1: q"]),
        FinalState.List("Skipped", note: "no file", item: "Skipped file", items: []),
      ]
    )
  )

  private func other(_ change: (inout RunReport) -> Void) -> Agreement {
    var other = base
    other.engine = "b"
    change(&other)
    return Agreement(of: [base, other])
  }

  @Test func `no engine and one engine have nothing to compare`() {
    #expect(Agreement(of: []) == .empty)
    #expect(Agreement(of: [base]) == .single)
  }

  @Test func `names and totals do not count`() {
    #expect(other { $0.totals.actions = 9 } == .agree)
  }

  @Test func `screens count, and how often an engine changed its state on the way does not`() {
    let rows = [FinalState.Row("Hits", "1")]
    #expect(
      other { $0.timeline.screens = [ScreenMark(time: .milliseconds(5), rows: rows)] }
        == .differ(["Screen 1: a has none, b has 'Hits 1' at 5ms."])
    )
    #expect(other { $0.timeline.actions = [ActionMark(number: 1, time: .zero, text: "x")] } == .agree)
  }

  @Test func `every result counts`() {
    #expect(other { $0.finalState.rows[0].value = "\"r\"" } == .differ([#"Query: a has "q", b has "r"."#]))
    #expect(other { $0.finalState.rows[1].value = "2" } == .differ(["Hits: a has 1, b has 2."]))
    #expect(
      other { $0.finalState.lists[0].items[0] = "F/a:1: p" }
        == .differ(["Hit 1: a has F/a:1: q, b has F/a:1: p."])
    )
    #expect(
      other { $0.finalState.lists[1].items = ["F/z: binary"] }
        == .differ(["Skipped file 1: a has none, b has F/z: binary."])
    )
  }

  @Test func `the first differing event is told with its time`() {
    #expect(
      other { $0.events.append(RunEvent("typed \"x\"", at: .seconds(1))) }
        == .differ(["Event 2: a has none, b has 'typed \"x\"' at 1s."])
    )
    #expect(
      other { $0.events[0].time = .milliseconds(1) }
        == .differ(["Event 1: a has 'cleared' at 0s, b has 'cleared' at 1ms."])
    )
  }

  @Test func `what one engine does not have differs`() {
    #expect(
      other { $0.finalState = FinalState() }
        == .differ([
          #"Query: a has "q", b has none."#, "Hits: a has 1, b has none.", "Hit 1: a has F/a:1: q, b has none.",
        ])
    )
    #expect(
      other { $0.finalState.rows.append(FinalState.Row("Last", "7\n")) }
        == .differ([#"Last: a has none, b has 7\u{A}."#])
    )
  }

  @Test func `headings and names of lists do not count`() {
    #expect(other { $0.finalState.lists[0].note = "1 of 1" } == .agree)
  }

  @Test func `every engine is compared with the first`() {
    var second = base
    second.engine = "b"
    var third = base
    third.engine = "c"
    third.finalState.rows[0].value = "\"\""
    #expect(Agreement(of: [base, second, third]) == .differ([#"Query: a has "q", c has ""."#]))
  }
}
