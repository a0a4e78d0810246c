import StoreRecording
import Testing

@testable import EngineLab

/// The shipped scenarios have no mistake that a recording finds.
@MainActor
@Suite struct ScenarioFindingTests {
  @Test(arguments: try Scenario.files(in: ShippedScenario.folder), LabEngine.all.map(\.name))
  func `a scenario has no findings on any engine`(path: String, engine: String) async throws {
    let folder = try TemporaryFolder()
    for name in 0..<40 { try folder.write("to cancel the store".utf8, to: "\(name).md") }
    let script = try Scenario(contentsOf: path).script
    let files = try script.parameters.files(inFolderAt: folder.path)
    let recording = await script.recording(on: try LabEngine.all.named(engine), files: files)
    #expect(recording.findings.isEmpty)
    #expect(recording.records.count > 3)
  }
}
