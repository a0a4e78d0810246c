#if Exhaustive
import Testing

@testable import EngineLab

@Suite struct DifferenceTests {
  private let base = RunReport(
    engine: "a",
    events: [RunEvent("typed", at: .zero), RunEvent("found", at: .seconds(2))],
    screens: [
      ScreenMark(time: .zero, rows: [FinalState.Row("Hits", "0")]),
      ScreenMark(time: .seconds(2), rows: [FinalState.Row("Hits", "1")]),
    ],
    finalState: FinalState(rows: [FinalState.Row("Hits", "1")])
  )

  private func difference(_ change: (inout RunReport) -> Void) -> Difference? {
    var (second, third) = (base, base)
    second.engine = "b"
    third.engine = "c"
    change(&third)
    return Difference(of: [base, second, third])
  }

  private func values(_ first: String, _ third: String) -> [Difference.Value] {
    [("a", first), ("b", first), ("c", third)].map { Difference.Value(engine: $0.0, text: $0.1) }
  }

  @Test func `engines that agree have no difference`() {
    #expect(difference { $0.totals.actions = 9 } == nil)
    #expect(Difference(of: []) == nil)
  }

  @Test func `the first different event is shown with its time and each engine's event`() {
    #expect(
      difference { $0.events[1] = RunEvent("found", at: .seconds(1)) }
        == Difference(
          time: .seconds(1),
          subject: "Event 2",
          values: values("'found' at 2s", "'found' at 1s")
        )
    )
  }

  @Test func `a screen that differs before any event comes first`() {
    #expect(
      difference { report in
        report.events[1].text = "lost"
        report.screens.insert(ScreenMark(time: .seconds(1), rows: [FinalState.Row("Hits", "7")]), at: 1)
      } == Difference(time: .seconds(1), subject: "Hits", values: values("0", "7"))
    )
  }

  @Test func `of an event and a screen at the same time the event is reported`() {
    #expect(
      difference { report in
        report.events[1].text = "lost"
        report.screens[1].rows[0].value = "7"
      }?.subject == "Event 2"
    )
  }

  @Test func `a difference of only the final states is at the end`() {
    #expect(
      difference { $0.finalState.rows[0].value = "2" }
        == Difference(time: .seconds(2), subject: "Final state", values: values("Hits 1", "Hits 2"))
    )
  }
}

/// The sentences for reports that differ, and the agreement of engines.
@Suite struct DifferenceSentencesTests {
  private let base = RunReport(
    engine: "a",
    events: [RunEvent("cleared", at: .zero)],
    finalState: FinalState(
      rows: [FinalState.Row("Query", "\"q\""), FinalState.Row("Hits", "1")],
      lists: [
        FinalState.List(title: "Hits", note: "all 1", item: "Hit", items: ["F/a:1: q"]),
        FinalState.List(title: "Skipped", note: "no file", item: "Skipped file", items: []),
      ]
    )
  )

  /// The sentences about a changed report, if engines do not agree.
  private func sentences(_ change: (inout RunReport) -> Void) -> [String] {
    var other = base
    other.engine = "b"
    change(&other)
    let sentences = Difference.sentences(of: [base, other])
    #expect(base.agrees(with: other) == sentences.isEmpty)
    return sentences
  }

  @Test func `no engine and one engine have nothing to compare`() {
    #expect(Difference.sentences(of: []) == [])
    #expect(Difference.sentences(of: [base]) == [])
    let report = LabReport(title: "T", setting: "S", time: .virtual, runs: [])
    #expect(report.agreement == .empty)
    #expect(LabReport(title: "T", setting: "S", time: .virtual, runs: [base]).agreement == .single)
  }

  @Test func `names and totals do not count`() {
    #expect(sentences { $0.totals.actions = 9 } == [])
  }

  @Test func `screens count, and the number of state changes does not`() {
    let rows = [FinalState.Row("Hits", "1")]
    #expect(
      sentences { $0.screens = [ScreenMark(time: .milliseconds(5), rows: rows)] }
        == (["Screen 1: a has none, b has 'Hits 1' at 5ms."])
    )
    #expect(sentences { $0.totals.started = 7 } == [])
  }

  @Test func `every result counts`() {
    #expect(sentences { $0.finalState.rows[0].value = "\"r\"" } == ([#"Query: a has "q", b has "r"."#]))
    #expect(sentences { $0.finalState.rows[1].value = "2" } == (["Hits: a has 1, b has 2."]))
    #expect(
      sentences { $0.finalState.lists[0].items[0] = "F/a:1: p" }
        == (["Hit 1: a has F/a:1: q, b has F/a:1: p."])
    )
    #expect(
      sentences { $0.finalState.lists[1].items = ["F/z: binary"] }
        == (["Skipped file 1: a has none, b has F/z: binary."])
    )
  }

  @Test func `the first different event is reported with its time`() {
    #expect(
      sentences { $0.events.append(RunEvent("typed \"x\"", at: .seconds(1))) }
        == (["Event 2: a has none, b has 'typed \"x\"' at 1s."])
    )
    #expect(
      sentences { $0.events[0].time = .milliseconds(1) }
        == (["Event 1: a has 'cleared' at 0s, b has 'cleared' at 1ms."])
    )
  }

  @Test func `an entry that one engine lacks differs`() {
    #expect(
      sentences { $0.finalState = FinalState() }
        == ([
          #"Query: a has "q", b has none."#, "Hits: a has 1, b has none.", "Hit 1: a has F/a:1: q, b has none.",
        ])
    )
    #expect(
      sentences { $0.finalState.rows.append(FinalState.Row("Last", "7\n")) }
        == ([#"Last: a has none, b has 7\u{A}."#])
    )
  }

  @Test func `headings and names of lists do not count`() {
    #expect(sentences { $0.finalState.lists[0].note = "1 of 1" } == [])
  }

  @Test func `every engine is compared with the first`() {
    var second = base
    second.engine = "b"
    var third = base
    third.engine = "c"
    third.finalState.rows[0].value = "\"\""
    #expect(Difference.sentences(of: [base, second, third]) == ([#"Query: a has "q", c has ""."#]))
  }
}
#endif
