import EngineLab
import Testing

@MainActor
@Suite struct SearchPlayTests {
  /// Forty files of 10 ms each: a search takes 400 ms.
  private let corpus = Corpus(
    folder: "F",
    files: (10..<50).map { SearchFile(path: "F/\($0)", text: $0 == 20 ? "a store\nstored" : "nothing") }
  )

  private func scenario(
    _ steps: Script<SearchFeature>.Step...,
    parameters: SearchParameters = SearchParameters(
      debounce: .milliseconds(200),
      readTime: .milliseconds(10),
      limit: 1
    ),
    until: Duration? = nil
  ) -> Scenario {
    Scenario(title: "Test", content: .search(Script(parameters: parameters, steps: steps)), until: until)
  }

  @Test(arguments: PlayedEngines.all)
  func `a search starts after the debounce and shows its hits at the end`(engine: any LabEngine) async throws {
    let report = try await engine.play(scenario(.at(0, .type("store"))), files: corpus)
    #expect(
      report.texts == [
        "0.0 typed \"store\"", "200.0 search started \"store\"",
        "600.0 search finished \"store\": 2 hits in 40 files",
      ]
    )
    #expect(
      report.finalState
        == FinalState(
          rows: [FinalState.Row("Query", "\"store\""), FinalState.Row("Hits", "2")],
          lists: [
            FinalState.List("Hits", note: "the first 1 of 2", item: "Hit", items: ["F/20:1: a store"]),
            FinalState.List("Skipped", note: "0 files", item: "Skipped file", items: []),
          ]
        )
    )
    #expect(report.totals.started == 1)
    #expect(report.totals.finished == 1)
    #expect(report.totals.cancelled == 0)
    #expect(report.totals.mostWaiting == nil)
  }

  @Test(arguments: PlayedEngines.all)
  func `a newer text replaces a search that waits or reads`(engine: any LabEngine) async throws {
    let steps = scenario(.at(0, .type("a")), .at(100, .type("store")), .at(400, .type("nothing")))
    let report = try await engine.play(steps, files: corpus)
    #expect(
      report.texts == [
        "0.0 typed \"a\"", "100.0 typed \"store\"", "300.0 search started \"store\"", "400.0 typed \"nothing\"",
        "400.0 search cancelled \"store\" (replaced)", "600.0 search started \"nothing\"",
        "1000.0 search finished \"nothing\": 39 hits in 40 files",
      ]
    )
    #expect(report.totals.started == 3)
    #expect(report.totals.cancelled == 2)
  }

  @Test(arguments: PlayedEngines.all)
  func `cancel and clear stop the search`(engine: any LabEngine) async throws {
    let steps = scenario(.at(0, .type("store")), .at(300, .cancel), .at(400, .type("st")), .at(450, .clear))
    let report = try await engine.play(steps, files: corpus)
    #expect(
      report.texts == [
        "0.0 typed \"store\"", "200.0 search started \"store\"", "300.0 cancel requested",
        "300.0 search cancelled \"store\" (cancelled)", "400.0 typed \"st\"", "450.0 cleared",
      ]
    )
    #expect(report.value("Query") == "\"\"")
    #expect(report.value("Hits") == "0")
  }

  @Test(arguments: PlayedEngines.all)
  func `a scenario that ends before its search cancels it`(engine: any LabEngine) async throws {
    let steps = scenario(.at(0, .type("store")), until: .milliseconds(500))
    let report = try await engine.play(steps, files: corpus)
    #expect(report.texts.last == "500.0 search cancelled \"store\" (cancelled)")
    #expect(report.totals.finished == 0)
  }

  @Test(arguments: PlayedEngines.all)
  func `the same scenario gives the same report every time`(engine: any LabEngine) async throws {
    let steps = scenario(.at(0, .type("a")), .at(250, .type("store")), .at(500, .cancel), .at(700, .type("nothing")))
    let first = try await engine.play(steps, files: corpus)
    for _ in 0..<5 {
      #expect(try await engine.play(steps, files: corpus) == first)
    }
  }

  @Test(arguments: PlayedEngines.all)
  func `a run in real time shows progress and ends with the hits`(engine: any LabEngine) async throws {
    let folder = try TemporaryFolder()
    try folder.write("a store\n".utf8, to: "one.txt")
    try folder.write("nothing\n".utf8, to: "two.txt")
    let parameters = SearchParameters(debounce: .zero, extensions: ["txt"])
    let files = try FolderReader(folder: folder.path, extensions: ["txt"])
    var lines: [String] = []
    let stage = LiveStage(files: files) { lines.append($0.progress) }
    let report = try await engine.play(scenario(.at(0, .type("store")), parameters: parameters), on: stage)
    #expect(report.value("Hits") == "1")
    #expect(lines.first == "\"store\"  waiting for more text")
    #expect(lines.contains("\"store\"  searching 2/2 files, 1 hit"))
    #expect(lines.last == "\"store\"  finished, 1 hit")
  }

  @Test(arguments: PlayedEngines.all)
  func `a cancelled run throws and leaves nothing running`(engine: any LabEngine) async throws {
    let folder = try TemporaryFolder()
    try folder.write("a store\n".utf8, to: "one.txt")
    let files = try FolderReader(folder: folder.path, extensions: ["txt"])
    let long = scenario(.at(0, .type("store")), .at(3_000_000, .clear))
    let run = Task { @MainActor in
      let stage = LiveStage(files: files) { _ in withUnsafeCurrentTask { $0?.cancel() } }
      return try await engine.play(long, on: stage)
    }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
  }

  @Test(arguments: PlayedEngines.all)
  func `an unreadable file is reported and the rest is searched`(engine: any LabEngine) async throws {
    let folder = try TemporaryFolder()
    try folder.write([0, 1, 2], to: "binary.txt")
    try folder.write("a store\n".utf8, to: "text.txt")
    let corpus = try Corpus(folder: folder.path, extensions: ["txt"])
    let report = try await engine.play(scenario(.at(0, .type("store"))), files: corpus)
    #expect(report.value("Hits") == "1")
    #expect(report.finalState.lists.last?.note == "1 file")
    #expect(report.finalState.lists.last?.items.map { $0.hasSuffix("/binary.txt: binary") } == [true])
  }
}
