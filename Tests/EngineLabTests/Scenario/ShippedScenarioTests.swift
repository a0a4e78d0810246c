import Testing

@testable import EngineLab

@MainActor
@Suite struct ShippedScenarioTests {
  @Test(arguments: LabEngine.all)
  func `every scenario gives the same report every time`(engine: LabEngine) async throws {
    let files = Corpus(folder: "F", files: [SearchFile(path: "F/a", text: "store")])
    for path in try Scenario.files(in: ShippedScenario.folder) {
      let scenario = try Scenario(contentsOf: path)
      let first = await engine.play(scenario, files: files)
      #expect(await engine.play(scenario, files: files) == first)
    }
  }

  @Test func `all engines agree about every scenario`() async throws {
    let files = Corpus(folder: "F", files: [SearchFile(path: "F/a", text: "store")])
    for path in try Scenario.files(in: ShippedScenario.folder) {
      let scenario = try Scenario(contentsOf: path)
      let comparison = await scenario.script.compare(on: LabEngine.all, files: files, deviations: [], stopwatch: nil)
      #expect(comparison.reports.map(\.engine) == ["elm", "feature", "effectview", "redux"])
      #expect(comparison.differences == [])
    }
  }
}

@Suite struct ScenarioFilesTests {
  @Test func `the JSON files of a folder are found by name`() throws {
    let folder = try TemporaryFolder()
    for name in ["b.json", "a.JSON", "c.txt", ".hidden.json", "below/d.json"] { try folder.write("{}".utf8, to: name) }
    #expect(try Scenario.files(in: folder.path) == ["a.JSON", "b.json"].map { "\(folder.path)/\($0)" })
    #expect(try Scenario.files(in: folder.path + "/").first == "\(folder.path)/a.JSON")
  }

  @Test func `a path that is not a folder of scenarios is explained`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("{}".utf8, to: "a.txt")
    let cases = [
      ("no/such/folder", "no such folder."), (file, "this is a file, not a folder."),
      (folder.path, "the folder has no scenario files."),
    ]
    for (path, reason) in cases {
      let error = #expect(throws: LabError.self) { try Scenario.files(in: path) }
      #expect(error == LabError(subject: path, reason: reason))
    }
  }
}
