import EngineLab
import Testing

/// What a scenario file may say about a download.
@Suite struct DownloadScenarioTests {
  private static let hint = "The parameters of 'download' are 'size', 'chunk', 'chunkTime' and 'breaksAt'."

  @Test func `a download has defaults and can have every parameter`() throws {
    let steps = #""steps": [{"at": "0s", "start": true}, {"at": "1s", "cancel": true}]"#
    let expected: [Script<DownloadFeature>.Step] = [.at(0, .start), .at(1000, .cancel)]
    #expect(
      try Scenario(text: #"{"feature": "download", \#(steps)}"#).content
        == .download(
          Script(
            parameters: DownloadParameters(size: 1000, chunk: 100, chunkTime: .milliseconds(100), breaksAt: nil),
            steps: expected
          )
        )
    )
    let parameters = #""parameters": {"size": 5, "chunk": 2, "chunkTime": "1ms", "breaksAt": 3}"#
    #expect(
      try Scenario(text: #"{"feature": "download", \#(parameters), \#(steps)}"#).content
        == .download(
          Script(
            parameters: DownloadParameters(size: 5, chunk: 2, chunkTime: .milliseconds(1), breaksAt: 3),
            steps: expected
          )
        )
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

  @Test(arguments: [
    ("{\"at\": \"2s\", \"type\": \"x\"}", "unknown step 'type'. A step has 'at' and one of 'start' or 'cancel'."),
    ("{\"at\": \"2s\", \"start\": \"\"}", "'start' must be true, found a string."),
    ("{\"at\": \"2s\"}", "the step has no command. A step has 'at' and one of 'start' or 'cancel'."),
    (
      "{\"at\": \"0.9s\", \"start\": true}",
      "the step at 900ms comes after one at 1s. Steps stand in time order."
    ),
    ("{\"at\": \"2s\", \"start\": true, \"start\": true}", "'start' is given twice."),
  ])
  func `a wrong step is explained`(step: String, message: String) {
    let text = "{\"feature\": \"download\", \"steps\": [{\"at\": \"1s\", \"start\": true},\n\(step)]}"
    #expect(Scenario.message(reading: text) == "a.json:2: \(message)")
  }
}
