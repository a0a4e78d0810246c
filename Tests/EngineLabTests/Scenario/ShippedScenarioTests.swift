import EngineLab
import Testing

@MainActor
@Suite struct ShippedScenarioTests {
  @Test(arguments: PlayedEngines.all)
  func `every scenario gives the same report every time`(engine: any LabEngine) async throws {
    let files = Corpus(folder: "F", files: [SearchFile(path: "F/a", text: "store")])
    for path in try ScenarioFolder.files(in: ShippedScenario.folder) {
      let scenario = try Scenario(contentsOf: path)
      let first = try await engine.play(scenario, files: files)
      #expect(try await engine.play(scenario, files: files) == first)
    }
  }

  @Test func `all engines agree about every scenario`() async throws {
    let files = Corpus(folder: "F", files: [SearchFile(path: "F/a", text: "store")])
    for path in try ScenarioFolder.files(in: ShippedScenario.folder) {
      let scenario = try Scenario(contentsOf: path)
      var runs: [RunReport] = []
      for engine in PlayedEngines.all { runs.append(try await engine.play(scenario, files: files)) }
      #expect(Agreement(of: runs) == (runs.count == 1 ? .single : .agree))
    }
  }
}
