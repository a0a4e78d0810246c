import Testing

@testable import EngineLab

@Suite struct TextRendererTests {
  private let elm = RunReport(
    engine: "elm",
    events: [
      RunEvent("typed \"st\"", at: .zero), RunEvent("typed \"sto\n\"", at: .milliseconds(120)),
      RunEvent("search finished \"st\": 12 hits in 1 file", at: .seconds(11)),
    ],
    finalState: FinalState(
      rows: [FinalState.Row("Query", "\"st\""), FinalState.Row("Hits", "12\u{7}")],
      lists: [
        FinalState.List(
          title: "Hits",
          note: "the first 2 of 12",
          item: "Hit",
          items: ["Sources/A.swift:7: let store", "Sources/B.swift:12: store\t\u{1B}[31m"]
        ),
        FinalState.List(title: "Skipped", note: "1 file", item: "Skipped file", items: ["Sources/logo.txt: binary"]),
      ]
    ),
    totals: RunTotals(actions: 12, started: 4, finished: 2, failed: 1, cancelled: 1, dropped: 0)
  )

  private func report(_ runs: RunReport..., time: LabReport.TimeKind = .virtual) -> LabReport {
    .comparing(runs, title: "Search while typing", setting: "Folder Sources, 42 text files", time: time)
  }

  @Test func `one engine has a whole report`() {
    #expect(
      TextRenderer.render(report(elm)) == """
        Search while typing
        Folder Sources, 42 text files, virtual time

        Timeline
           0.000s  typed "st"
           0.120s  typed "sto\\u{A}"
          11.000s  search finished "st": 12 hits in 1 file

        Final state
          Query  "st"
          Hits   12\\u{7}

        Hits: the first 2 of 12
          Sources/A.swift:7: let store
          Sources/B.swift:12: store \\u{1B}[31m

        Skipped: 1 file
          Sources/logo.txt: binary

        Totals (actions, then effects)
          engine  actions  started  ended  finished  failed  cancelled  dropped
          elm          12        4      4         2       1          1        0

        One engine ran; nothing to compare it with.

        """
    )
  }

  @Test func `engines that agree share timeline and final state`() {
    let small = RunReport(
      engine: "elm",
      events: [RunEvent("cleared", at: .nanoseconds(1500))],
      finalState: FinalState(rows: [FinalState.Row("Hits", "0")])
    )
    var other = small
    other.engine = "feature"
    other.totals.actions = 1234
    #expect(
      TextRenderer.render(report(small, other)) == """
        Search while typing
        Folder Sources, 42 text files, virtual time

        Timeline
          0.000001500s  cleared

        Final state
          Hits  0

        Totals (actions, then effects)
          engine   actions  started  ended  finished  failed  cancelled  dropped  agrees with
          elm            0        0      0         0       0          0        0  all
          feature     1234        0      0         0       0          0        0  all

        All engines agree.

        """
    )
  }

  @Test func `engines that differ are shown one by one`() {
    let small = RunReport(
      engine: "elm",
      events: [RunEvent("cleared", at: .nanoseconds(1_234_567))],
      finalState: Sample.state("a")
    )
    var state = Sample.state("b")
    state.lists = [FinalState.List(title: "Hits", note: "all 1", item: "Hit", items: ["F/a:1: b"])]
    let other = RunReport(engine: "feature", finalState: state, totals: RunTotals(mostWaiting: 256))
    #expect(
      TextRenderer.render(report(small, other, time: .real)) == """
        Search while typing
        Folder Sources, 42 text files, real time

        Timeline of elm
          0.001s  cleared

        Timeline of feature
          no events

        Final state of elm
          Query  "a"

        Final state of feature
          Query  "b"

        Hits of feature: all 1
          F/a:1: b

        Totals (actions, then effects)
          engine   actions  started  ended  finished  failed  cancelled  dropped  most waiting  agrees with
          elm            0        0      0         0       0          0        0             -  none
          feature        0        0      0         0       0          0        0           256  none

        The engines disagree.
          Event 1: elm has 'cleared' at 1.234567ms, feature has none.
          Query: elm has "a", feature has "b".
          Hit 1: elm has none, feature has F/a:1: b.
        First at 1.234567ms: Event 1.

        """
    )
  }

  @Test func `costs have columns if they were measured`() {
    let run = RunReport(engine: "elm", cost: RunCost(jobs: 7, time: .microseconds(12_345)))
    var other = run
    other.engine = "feature"
    other.cost = RunCost()
    #expect(
      TextRenderer.render(report(run, other)).hasSuffix(
        """
        Totals (actions, then effects)
          engine   actions  started  ended  finished  failed  cancelled  dropped  jobs    time  agrees with
          elm            0        0      0         0       0          0        0     7  12.3ms  all
          feature        0        0      0         0       0          0        0     -       -  all

        All engines agree.

        """
      )
    )
  }

  @Test func `each engine is listed with those that it agrees with`() {
    let runs = ["a", "b", "c"].map { name in
      RunReport(engine: name, finalState: Sample.state(name == "b" ? "x" : "y"))
    }
    let whole = LabReport.comparing(runs)
    #expect(runs.map { whole.peers(of: $0) } == [["c"], [], ["a"]])
    let text = TextRenderer.render(whole)
    #expect(text.contains("  a             0        0      0         0       0          0        0  c\n"))
    #expect(text.contains("  b             0        0      0         0       0          0        0  none\n"))
  }

  // They agreed with all.
  @Test func `engines that differ on the way are listed as agreeing, but not after each step`() {
    let runs = ["a", "b"].map { RunReport(engine: $0, finalState: Sample.state("x")) }
    let difference = "Query: a has \"y\", b has \"x\"."
    let whole = LabReport(title: "T", setting: "S", time: .virtual, runs: runs, differences: [difference])
    let text = TextRenderer.render(whole)
    #expect(text.contains("        0  all, but not after each step\n"), "\(text)")
    #expect(!text.contains("  all\n"))
    #expect(text.hasSuffix("The engines disagree.\n  \(difference)\n"))
    #expect(TextRenderer.render(.comparing(runs)).contains("        0  all\n"))
  }

  @Test func `a terminal gets headings, failures and agreement in colour`() {
    let styler = TextStyler(hasColour: true)
    var failed = elm
    failed.engine = "feature"
    let text = TextRenderer.render(report(elm, failed), styler: styler)
    #expect(text.hasPrefix("\u{1B}[1mSearch while typing\u{1B}[0m\n"))
    #expect(text.contains("\u{1B}[1mTimeline\u{1B}[0m\n  \u{1B}[2m 0.000s\u{1B}[0m  typed \"st\"\n"))
    #expect(text.contains("\u{1B}[1;31m     1\u{1B}[0m"))
    #expect(text.hasSuffix("\u{1B}[32mAll engines agree.\u{1B}[0m\n"))
    #expect(text.replacing(/\u{1B}\[[0-9;]+m/, with: "") == TextRenderer.render(report(elm, failed)))
  }

  @Test func `a report without runs is stated as such`() {
    #expect(
      TextRenderer.render(report()) == """
        Search while typing
        Folder Sources, 42 text files, virtual time

        No engine ran.

        """
    )
  }
}
