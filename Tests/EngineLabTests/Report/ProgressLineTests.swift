import EngineLab
import Testing

@Suite struct ProgressLineTests {
  private let line = ProgressLine(
    elapsed: .milliseconds(1290),
    query: "store",
    activity: .searching(SearchProgress(done: 34, total: 120, hits: 12))
  )

  @Test func `a line tells time, query and activity`() {
    #expect(line.text() == #"1.2s  "store"  searching 34/120 files, 12 hits"#)
  }

  @Test(arguments: [
    (ProgressLine.Activity.idle, "idle"), (.waiting, "waiting for more text"), (.finished(hits: 1), "finished, 1 hit"),
  ])
  func `every activity has words`(activity: ProgressLine.Activity, text: String) {
    #expect(ProgressLine(elapsed: .zero, query: "\u{1B}", activity: activity).text() == "0.0s  \"\\u{1B}\"  \(text)")
  }

  @Test func `characters that may be wide count twice`() {
    let wide = ProgressLine(elapsed: .zero, query: "検索", activity: .idle)
    #expect(wide.text(width: 18) == "0.0s  \"検索\"  idle")
    #expect(wide.text(width: 17) == "0.0s  \"検索\"  ...")
    #expect(wide.text(width: 11) == "0.0s  \"...")
    #expect(wide.text(width: 12) == "0.0s  \"検...")
  }

  @Test func `a line is cut to its width`() {
    let whole = line.text()
    #expect(line.text(width: whole.count) == whole)
    #expect(line.text(width: whole.count - 1) == whole.dropLast(4) + "...")
    #expect(line.text(width: 2) == "..")
    #expect(line.text(width: 0) == "")
    #expect(line.text(width: -1) == "")
  }
}
