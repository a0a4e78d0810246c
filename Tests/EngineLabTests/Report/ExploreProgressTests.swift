import Testing

@testable import EngineLab

/// The line that shows how far a search for schedules has come.
@MainActor
@Suite struct ExploreProgressTests {
  private let recorder = Recorder()

  @Test func `a terminal has a bar that changes in place, and goes when all is done`() {
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

  @Test func `a narrow terminal has words alone`() {
    let progress = ExploreProgress(count: 100, console: recorder.console(terminalWidth: 20), start: .zero)
    progress.show(50, at: .seconds(60))
    #expect(recorder.error == "\r50 of 100 schedules")
  }

  @Test func `elsewhere there is a line for each tenth`() {
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
  func `times are in words`(time: Duration, words: String) {
    #expect(ProgressTime.text(for: time) == words)
  }
}
