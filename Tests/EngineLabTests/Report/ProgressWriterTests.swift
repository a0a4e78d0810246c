import EngineLab
import Testing

@MainActor
@Suite struct ProgressWriterTests {
  private let recorder = Recorder()

  private func line(_ query: String, _ activity: SearchActivity) -> ProgressLine {
    ProgressLine(
      elapsed: .zero,
      screen: SearchScreen(query: query, activity: activity, outcome: SearchOutcome())
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

  @Test func `a terminal is spared lines of the same phase that follow each other closely`() {
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

  @Test func `elsewhere each phase has its line, without carriage returns`() {
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
