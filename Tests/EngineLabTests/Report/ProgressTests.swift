#if Exhaustive
import Testing

@testable import EngineLab

@Suite struct ProgressLineTests {
  private let line = ProgressLine(
    elapsed: .milliseconds(1290),
    phase: "searching",
    progress: #""store"  searching 34/120 files, 12 hits"#
  )

  @Test func `a line shows time and progress`() {
    #expect(line.text() == #"1.2s  "store"  searching 34/120 files, 12 hits"#)
  }

  @Test func `a line is made of a screen`() {
    let screen = Search.State(query: "store", activity: .waiting, outcome: SearchOutcome())
    #expect(
      ProgressLine(elapsed: .seconds(1), state: screen)
        == ProgressLine(elapsed: .seconds(1), phase: screen.phase, progress: screen.progressText)
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

@MainActor
@Suite struct ProgressWriterTests {
  private let recorder = Recorder()

  private func line(_ query: String, _ activity: Search.Activity) -> ProgressLine {
    ProgressLine(
      elapsed: .zero,
      state: Search.State(query: query, activity: activity, outcome: SearchOutcome())
    )
  }

  @Test func `a terminal shows one line that changes in place`() {
    let writer = ProgressWriter(console: recorder.console(terminalWidth: 15))
    writer.show(line("a", .waiting))
    writer.show(line("", .idle))
    writer.clear()
    writer.clear()
    #expect(
      recorder.error == "\r0.0s  \"a\"  ..." + "\r0.0s  \"\"  idle" + "\r" + String(repeating: " ", count: 14) + "\r"
    )
    #expect(recorder.output.isEmpty)
  }

  @Test func `a shorter line covers the longer one before it`() {
    let writer = ProgressWriter(console: recorder.console(terminalWidth: 80))
    writer.show(line("abc", .idle))
    writer.show(line("", .idle))
    #expect(recorder.error == "\r0.0s  \"abc\"  idle" + "\r0.0s  \"\"  idle   ")
  }

  @Test func `a terminal skips lines of the same phase in quick succession`() {
    let writer = ProgressWriter(console: recorder.console(terminalWidth: 80))
    let texts = [(0, "a"), (49, "b"), (50, "c"), (60, "d"), (100, "e")]
    for (milliseconds, text) in texts {
      writer.show(ProgressLine(elapsed: .milliseconds(milliseconds), phase: "1", progress: text))
    }
    writer.show(ProgressLine(elapsed: .milliseconds(101), phase: "2", progress: "f"))
    #expect(recorder.error == "\r0.0s  a" + "\r0.0s  c" + "\r0.1s  e" + "\r0.1s  f")
    writer.show(ProgressLine(elapsed: .milliseconds(102), phase: "2", progress: "g"))
    #expect(writer.last?.progress == "g")
  }

  @Test func `without a terminal each phase has its line, without carriage returns`() {
    let writer = ProgressWriter(console: recorder.console())
    writer.show(line("a", .waiting))
    writer.show(line("ab", .waiting))
    writer.show(line("ab", .searching(SearchProgress(done: 1, total: 2, hits: 0))))
    writer.show(line("ab", .searching(SearchProgress(done: 2, total: 2, hits: 1))))
    writer.show(line("ab", .finished(hits: 1)))
    writer.clear()
    #expect(
      recorder.error == """
        0.0s  "a"  waiting for more text
        0.0s  "ab"  waiting for more text
        0.0s  "ab"  searching 1/2 files, 0 hits
        0.0s  "ab"  finished, 1 hit

        """
    )
    #expect(writer.last == line("ab", .finished(hits: 1)))
  }
}

/// The line that shows the progress of a search for schedules.
@MainActor
@Suite struct ExploreProgressTests {
  private let recorder = Recorder()

  @Test func `a terminal has a bar that changes in place, and is erased at the end`() {
    let progress = ExploreProgress(count: 100, console: recorder.console(terminalWidth: 60), start: .seconds(1))
    progress.show(25, at: .seconds(2))
    #expect(recorder.error == "\r[######...................] 25 of 100 schedules, 3.0 s left")
    // Too soon to be shown.
    progress.show(26, at: .milliseconds(2_050))
    #expect(recorder.error.count == 60)
    progress.show(100, at: .milliseconds(2_060))
    #expect(recorder.error.hasSuffix("\r[##############################] 100 of 100 schedules      "))
    progress.clear()
    #expect(recorder.error.hasSuffix("\r" + String(repeating: " ", count: 53) + "\r"))
    #expect(progress.done == 100)
  }

  @Test func `a narrow terminal has text only`() {
    let progress = ExploreProgress(count: 100, console: recorder.console(terminalWidth: 20), start: .zero)
    progress.show(50, at: .seconds(60))
    #expect(recorder.error == "\r50 of 100 schedules")
  }

  @Test func `without a terminal there is a line for each tenth`() {
    let progress = ExploreProgress(count: 50, console: recorder.console(), start: .zero)
    for done in 1...50 { progress.show(done, at: .seconds(done)) }
    let lines = recorder.error.split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines.first == "5 of 50 schedules, 45 s left")
    #expect(lines.last == "50 of 50 schedules")
    progress.clear()
    #expect(!recorder.error.contains("\r"))
  }

  @Test(arguments: [
    (Duration.zero, "0.0 s"), (.milliseconds(9_990), "9.9 s"), (.seconds(10), "10 s"), (.seconds(59), "59 s"),
    (.seconds(61), "1 min 1 s"), (.seconds(7_200), "120 min 0 s"),
  ])
  func `times are written with their units`(time: Duration, words: String) {
    #expect(TimeText.words(time) == words)
  }

  @Test func `the largest number of seeds can be divided`() {
    let shares = SeedRange(first: 0, count: .max).shared(among: 2)
    #expect(shares.map(\.count) == [.max / 2 + 1, .max / 2])
    let progress = ExploreProgress(count: .max, console: recorder.console(terminalWidth: 80), start: .zero)
    progress.show(1, at: .seconds(3_600))
    #expect(recorder.error.hasSuffix("1 of \(Int.max) schedules, 16666666 min 40 s left"))
  }
}
#endif
