import EngineLab
import Testing

@Suite struct AgreementTests {
  private let base = RunReport(
    engine: "a",
    events: [RunEvent(.cleared, at: .zero)],
    query: "q",
    hits: [SearchHit(path: "F/a", line: 1, text: "q")],
    totalHits: 1
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

  @Test func `every result counts`() {
    #expect(other { $0.query = "r" } == .differ([#"Query: a has "q", b has "r"."#]))
    #expect(other { $0.totalHits = 2 } == .differ(["Hits: a has 1, b has 2."]))
    #expect(
      other { $0.hits[0] = SearchHit(path: "F/a", line: 1, text: "p") }
        == .differ(["Hit 1: a has F/a:1: q, b has F/a:1: p."])
    )
    #expect(
      other { $0.skipped = [SkippedFile(path: "F/z", reason: .binary)] }
        == .differ(["Skipped file 1: a has none, b has F/z: binary."])
    )
  }

  @Test func `the first differing event is told with its time`() {
    #expect(
      other { $0.events.append(RunEvent(.typed("x"), at: .seconds(1))) }
        == .differ(["Event 2: a has none, b has 'typed \"x\"' at 1s."])
    )
    #expect(
      other { $0.events[0].time = .milliseconds(1) }
        == .differ(["Event 1: a has 'cleared' at 0s, b has 'cleared' at 1ms."])
    )
  }

  @Test func `every engine is compared with the first`() {
    var second = base
    second.engine = "b"
    var third = base
    third.engine = "c"
    third.query = ""
    #expect(Agreement(of: [base, second, third]) == .differ([#"Query: a has "q", c has ""."#]))
  }
}
