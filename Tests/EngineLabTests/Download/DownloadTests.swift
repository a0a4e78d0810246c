import Testing

@testable import EngineLab

/// The parameters of a download in a scenario file.
@Suite struct DownloadScenarioTests {
  private static let hint = "The parameters of 'download' are 'size', 'chunk', 'chunkTime' and 'breaksAt'."

  @Test func `a download has defaults and can have every parameter`() throws {
    let steps = #""steps": [{"at": "0s", "start": true}, {"at": "1s", "cancel": true}]"#
    let expected: [Script<Download>.Step] = [.at(0, .startTapped, line: 1), .at(1000, .cancelTapped, line: 1)]
    let defaults = Download(size: 1000, chunk: 100, chunkTime: .milliseconds(100), breaksAt: nil)
    #expect(
      try Scenario(text: #"{"feature": "download", \#(steps)}"#).script as? Script<Download>
        == Script(parameters: defaults, steps: expected)
    )
    let parameters = #""parameters": {"size": 5, "chunk": 2, "chunkTime": "1ms", "breaksAt": 3}"#
    let all = Download(size: 5, chunk: 2, chunkTime: .milliseconds(1), breaksAt: 3)
    #expect(
      try Scenario(text: #"{"feature": "download", \#(parameters), \#(steps)}"#).script as? Script<Download>
        == Script(parameters: all, steps: expected)
    )
  }

  @Test(arguments: [
    (
      "{\"sise\": 1}",
      "unknown key 'sise'. \(Self.hint)"
    ),
    (
      "1",
      "'parameters' must be an object, found a number. \(Self.hint)"
    ),
    ("{\"size\": 0}", "'size' must be a whole number from 1 to 1000000."),
    ("{\"size\": \"1 MB\"}", "'size' must be a whole number from 1 to 1000000, found a string."),
    ("{\"chunk\": 0.5}", "'chunk' must be a whole number from 1 to 1000000."),
    ("{\"breaksAt\": -1}", "'breaksAt' must be a whole number from 1 to 1000000."),
    ("{\"chunkTime\": 50}", "'chunkTime' must be a time such as \"300ms\" or \"1.5s\", found a number."),
    ("{\"size\": 1, \"size\": 1}", "'size' is given twice."),
  ])
  func `wrong parameters of a download are explained`(parameters: String, message: String) {
    let text =
      "{\"feature\": \"download\", \"parameters\":\n\(parameters), \"steps\": [{\"at\": \"0s\", \"start\": true}]}"
    #expect(Scenario.message(reading: text) == "a.json:2: \(message)")
  }
}

@Suite struct DownloadScreenTests {
  @Test(arguments: [
    (Download.Activity.idle, "idle"), (.downloading, "downloading"), (.finished, "finished"),
    (.cancelled, "cancelled"), (.failed("no\nluck"), "failed: no\\u{A}luck"),
  ])
  func `every activity has a description`(activity: Download.Activity, text: String) {
    let screen = Download.State(
      activity: activity,
      progress: Download.Progress(received: 1, total: 2, chunk: 1)
    )
    #expect(screen.phase == "\(text) 2/4")
    #expect(screen.progressText == "\(text), 1 of 2 KB")
    #expect(
      screen.finalState
        == FinalState(rows: [FinalState.Row("Download", text), FinalState.Row("Received", "1 of 2 KB")])
    )
  }
}

@Suite struct DownloadProgressTests {
  @Test func `each quarter is completed once`() {
    let chunks = (1...100).filter { Download.Progress(received: $0, total: 100, chunk: 1).completesQuarter }
    #expect(chunks == [25, 50, 75, 100])
    #expect(Download.Progress(received: 99, total: 100, chunk: 1).quarters == 3)
    #expect(Download.Progress(received: 100, total: 100, chunk: 1).quarters == 4)
    #expect(Download.Progress().quarters == 0)
  }

  @Test func `a chunk larger than a quarter completes one`() {
    #expect(Download.Progress(received: 60, total: 100, chunk: 60).completesQuarter)
    #expect(!Download.Progress(received: 70, total: 100, chunk: 10).completesQuarter)
    #expect(Download.Progress(received: 1, total: 1, chunk: 1).completesQuarter)
  }

  @Test func `nothing is received before the first chunk`() {
    #expect(Download.Progress().text == "nothing")
    #expect(Download.Progress(received: 1, total: 2, chunk: 1).text == "1 of 2 KB")
  }
}
