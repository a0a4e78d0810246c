#if Exhaustive
import Foundation
import StoreSimulation
import Testing

@testable import EngineLab

/// The deviations of a finding, as commands check and play them.
@MainActor
@Suite struct FindingDeviationsTests {
  private let recorder = Recorder()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) throws -> String { try folder.write(Data(text.utf8), to: name) }

  private func scenario(_ deviations: String, _ name: String = "a.json") throws -> String {
    try write(#"{"feature": "download", "steps": [{"at": "0ms", "start": true}]\#(deviations)}"#, to: name)
  }

  @Test(arguments: [
    #"{"effect": "zzz#1", "fault": "fails"}"#, #"{"effect": "download#2", "fault": "fails"}"#, #"{"stepFirst": 99}"#,
  ])
  func `a comparison whose deviations never occurred reports it`(deviation: String) async throws {
    let file = try scenario(#", "deviations": [\#(deviation)]"#)
    let arguments = ["compare", file, "--report", "/dev/null"]
    #expect(await recorder.run(arguments, engines: LabEngine.all) == .badInput)
    #expect(!recorder.error.isEmpty)
    let other = Recorder()
    let plain = ["compare", try scenario("", "b.json"), "--report", "/dev/null"]
    #expect(await other.run(plain, engines: LabEngine.all) == .success)
    #expect(other.error.isEmpty)
  }

  @Test func `only deviations that came are listed as changes`() async throws {
    let came = #"{"effect": "download#1", "fault": "fails", "engine": "elm"}"#
    let others = #"{"effect": "download#2", "fault": "fails"}, {"engine": "elm", "part": 2, "choice": 900}"#
    let file = try scenario(#", "deviations": [\#(others), \#(came)]"#)
    let engines = [LabEngine.fake("elm"), .fake("redux")]
    #expect(await recorder.run(["compare", file, "--report", "/dev/null"], engines: engines) == .disagreement)
    #expect(recorder.output.contains("\n\nChanges\n  on elm, download#1 fails\n\n"), "\(recorder.output)")
  }

  @Test(arguments: ["", #", "engine": "elm""#])
  func `two faults of one launch are refused`(engine: String) async throws {
    let first = #"{"effect": "download", "fault": "fails"\#(engine)}"#
    let second = #"{"effect": "download#1", "fault": "cancelled"}"#
    let file = try scenario(",\n\"deviations\": [\(first),\n\(second)]")
    #expect(await recorder.run(["compare", file], engines: LabEngine.all) == .badInput)
    #expect(recorder.error == "\(file):3: 'download#1' has two faults.\n")
    let apart = try scenario(
      #", "deviations": [{"engine": "elm", "part": 1}, {"effect": "download", "fault": "fails", "engine": "elm"},"#
        + #"{"effect": "download", "fault": "fails", "engine": "redux"}]"#
    )
    #expect(try Scenario(contentsOf: apart).deviations.count == 3)
  }

  // The later one of the two was ignored.
  @Test(arguments: [
    (#"{"effect": "download", "late": "end", "by": "1s"}"#, #"{"effect": "download#1", "late": "end", "by": "2s"}"#),
    (#"{"effect": "a", "late": "send", "by": "1s"}"#, #"{"effect": "a", "late": "send", "number": 1, "by": "2s"}"#),
    (#"{"engine": "elm", "part": 2}"#, #"{"engine": "elm", "part": 3, "choice": 1}"#),
    (#"{"sleeper": 2, "choice": 4}"#, #"{"engine": "elm", "sleeper": 2, "choice": 4}"#),
  ])
  func `two deviations of which one can come are refused`(first: String, second: String) async throws {
    let file = try scenario(",\n\"deviations\": [\(first),\n\(second)]")
    #expect(await recorder.run(["compare", file], engines: LabEngine.all) == .badInput)
    #expect(recorder.error == "\(file):3: an earlier deviation is in the same place, where only one can be.\n")
    let apart = try scenario(
      #", "deviations": [{"engine": "elm", "part": 2}, {"engine": "redux", "part": 3}, {"part": 2, "choice": 2},"#
        + #"{"effect": "a", "late": "send", "by": "1s"}, {"effect": "a", "late": "send", "number": 2, "by": "1s"}]"#
    )
    #expect(try Scenario(contentsOf: apart).deviations.count == 5)
  }

  @Test func `an unknown engine is reported with its line, also in a list`() async throws {
    let file = try scenario(",\n\"deviations\": [\n{\"engine\":\n\"elmo\", \"part\": 1}]")
    let message = "\(file):4: unknown engine 'elmo'. Known: 'elm', 'feature', 'effectview' and 'redux'.\n"
    for arguments in [["compare", file], ["run", file, "--engine", "elm"], ["scenarios", "--folder", folder.path]] {
      let recorder = Recorder()
      #expect(await recorder.run(arguments, engines: LabEngine.all) == .badInput)
      #expect(recorder.error == message, "\(arguments)")
    }
  }
}
#endif
