import EngineLab
import Testing

@Suite struct ProgressLineTests {
  private let line = ProgressLine(
    elapsed: .milliseconds(1290),
    phase: "searching",
    progress: #""store"  searching 34/120 files, 12 hits"#
  )

  @Test func `a line tells time and progress`() {
    #expect(line.text() == #"1.2s  "store"  searching 34/120 files, 12 hits"#)
  }

  @Test func `a line is made of a screen`() {
    let screen = SearchScreen(query: "store", activity: .waiting, outcome: SearchOutcome())
    #expect(
      ProgressLine(elapsed: .seconds(1), screen: screen)
        == ProgressLine(elapsed: .seconds(1), phase: screen.phase, progress: screen.progress)
    )
  }

  @Test func `control characters are made visible`() {
    #expect(ProgressLine(elapsed: .zero, phase: "", progress: "\u{1B}").text() == "0.0s  \\u{1B}")
  }

  @Test func `characters that may be wide count twice`() {
    let wide = ProgressLine(elapsed: .zero, phase: "idle", progress: "\"検索\"  idle")
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
