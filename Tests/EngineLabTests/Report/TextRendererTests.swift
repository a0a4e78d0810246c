import EngineLab
import Testing

@Suite struct TextRendererTests {
  private let elm = RunReport(
    engine: "elm",
    events: [
      RunEvent(.typed("st"), at: .zero), RunEvent(.typed("sto\n"), at: .milliseconds(120)),
      RunEvent(.searchStarted("st"), at: .milliseconds(420)),
      RunEvent(.searchCancelled("st", reason: "replaced"), at: .seconds(10)),
      RunEvent(.searchFinished("sto", hits: 12, files: 1), at: .seconds(11)),
      RunEvent(.cancelRequested, at: .seconds(12)), RunEvent(.cleared, at: .seconds(13)),
      RunEvent(.searchFailed("x", message: "no luck"), at: .seconds(14)),
    ],
    query: "sto",
    hits: [
      SearchHit(path: "Sources/A.swift", line: 7, text: "let store"),
      SearchHit(path: "Sources/B.swift", line: 12, text: "store\t\u{1B}[31m"),
    ],
    totalHits: 12,
    totals: RunTotals(actions: 12, started: 4, finished: 2, failed: 1, cancelled: 1, dropped: 0),
    skipped: [SkippedFile(path: "Sources/logo.txt", reason: .binary)]
  )

  private func report(_ runs: RunReport..., time: LabReport.TimeKind = .virtual) -> LabReport {
    LabReport(title: "Search while typing", folder: "Sources", files: 42, time: time, runs: runs)
  }

  @Test func `one engine gives a whole report`() {
    #expect(
      TextRenderer.render(report(elm)) == """
        Search while typing
        Folder Sources, 42 text files, virtual time

        Timeline
           0.000s  typed "st"
           0.120s  typed "sto\\u{A}"
           0.420s  search started "st"
          10.000s  search cancelled "st" (replaced)
          11.000s  search finished "sto": 12 hits in 1 file
          12.000s  cancel requested
          13.000s  cleared
          14.000s  search failed "x": no luck

        Hits: 12 for "sto", the first 2
          Sources/A.swift:7: let store
          Sources/B.swift:12: store \\u{1B}[31m

        Skipped: 1 file
          Sources/logo.txt: binary

        Totals (actions, then effects)
          engine  actions  started  finished  failed  cancelled  dropped
          elm          12        4         2       1          1        0

        One engine ran; nothing to compare it with.

        """
    )
  }

  @Test func `engines that agree share timeline and hits`() {
    let small = RunReport(engine: "elm", events: [RunEvent(.cleared, at: .nanoseconds(1500))])
    var other = small
    other.engine = "feature"
    other.totals.actions = 1234
    #expect(
      TextRenderer.render(report(small, other)) == """
        Search while typing
        Folder Sources, 42 text files, virtual time

        Timeline
          0.000001500s  cleared

        Hits: 0 for an empty field

        Totals (actions, then effects)
          engine   actions  started  finished  failed  cancelled  dropped
          elm            0        0         0       0          0        0
          feature     1234        0         0       0          0        0

        All engines agree.

        """
    )
  }

  @Test func `engines that differ are shown one by one`() {
    let small = RunReport(engine: "elm", events: [RunEvent(.cleared, at: .nanoseconds(1_234_567))], query: "a")
    let other = RunReport(
      engine: "feature",
      query: "b",
      hits: [SearchHit(path: "F/a", line: 1, text: "b")],
      totalHits: 1
    )
    #expect(
      TextRenderer.render(report(small, other, time: .real)) == """
        Search while typing
        Folder Sources, 42 text files, real time

        Timeline of elm
          0.001s  cleared

        Timeline of feature
          no events

        Hits of elm: 0 for "a"

        Hits of feature: 1 for "b"
          F/a:1: b

        Totals (actions, then effects)
          engine   actions  started  finished  failed  cancelled  dropped
          elm            0        0         0       0          0        0
          feature        0        0         0       0          0        0

        The engines disagree.
          Event 1: elm has 'cleared' at 1.234567ms, feature has none.
          Query: elm has "a", feature has "b".
          Hits: elm has 0, feature has 1.
          Hit 1: elm has none, feature has F/a:1: b.

        """
    )
  }

  @Test func `a report without runs says so`() {
    #expect(
      TextRenderer.render(report()) == """
        Search while typing
        Folder Sources, 42 text files, virtual time

        No engine ran.

        """
    )
  }
}
