#if Exhaustive
import Synchronization
import Testing

@testable import EngineLab

@MainActor
@Suite struct SearchPlayTests {
  /// Forty files of 10 ms each: a search takes 400 ms.
  private let corpus = Corpus(
    folder: "F",
    files: (10..<50).map { SearchFile(path: "F/\($0)", text: $0 == 20 ? "a store\nstored" : "nothing") }
  )

  private func scenario(
    _ steps: Script<Search>.Step...,
    parameters: Search = Search(
      debounce: .milliseconds(200),
      readTime: .milliseconds(10),
      limit: 1
    ),
    until: Duration? = nil
  ) -> Scenario {
    Scenario(title: "Test", script: Script(parameters: parameters, steps: steps, until: until))
  }

  @Test(arguments: LabEngine.all)
  func `a search starts after the debounce and shows its hits at the end`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .typed("store"))), files: corpus)
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
            FinalState.List(title: "Hits", note: "the first 1 of 2", item: "Hit", items: ["F/20:1: a store"]),
            FinalState.List(title: "Skipped", note: "0 files", item: "Skipped file", items: []),
          ]
        )
    )
    #expect(report.totals.started == 1)
    #expect(report.totals.finished == 1)
    #expect(report.totals.cancelled == 0)
    #expect(report.totals.mostWaiting == nil)
  }

  @Test(arguments: LabEngine.all)
  func `newer text replaces a search that waits or reads`(engine: LabEngine) async throws {
    let steps = scenario(.at(0, .typed("a")), .at(100, .typed("store")), .at(400, .typed("nothing")))
    let report = await engine.play(steps, files: corpus)
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

  @Test(arguments: LabEngine.all)
  func `cancel and clear stop the search`(engine: LabEngine) async throws {
    let steps = scenario(.at(0, .typed("store")), .at(300, .cancelTapped), .at(400, .typed("st")), .at(450, .cleared))
    let report = await engine.play(steps, files: corpus)
    #expect(
      report.texts == [
        "0.0 typed \"store\"", "200.0 search started \"store\"", "300.0 cancel requested",
        "300.0 search cancelled \"store\" (cancelled)", "400.0 typed \"st\"", "450.0 cleared",
      ]
    )
    #expect(report.value("Query") == "\"\"")
    #expect(report.value("Hits") == "0")
  }

  @Test(arguments: LabEngine.all)
  func `a scenario that ends before its search cancels it`(engine: LabEngine) async throws {
    let steps = scenario(.at(0, .typed("store")), until: .milliseconds(500))
    let report = await engine.play(steps, files: corpus)
    #expect(report.texts.last == "500.0 search cancelled \"store\" (cancelled)")
    #expect(report.totals.finished == 0)
  }

  @Test(arguments: LabEngine.all)
  func `the same scenario gives the same report every time`(engine: LabEngine) async throws {
    let steps = scenario(
      .at(0, .typed("a")),
      .at(250, .typed("store")),
      .at(500, .cancelTapped),
      .at(700, .typed("nothing"))
    )
    let first = await engine.play(steps, files: corpus)
    for _ in 0..<5 {
      #expect(await engine.play(steps, files: corpus) == first)
    }
  }

  @Test(arguments: LabEngine.all)
  func `a run in real time shows progress and ends with the hits`(engine: LabEngine) async throws {
    let folder = try TemporaryFolder()
    try folder.write("a store\n".utf8, to: "one.txt")
    try folder.write("nothing\n".utf8, to: "two.txt")
    let parameters = Search(debounce: .zero, extensions: ["txt"])
    let files = try Corpus(ofFolderAt: folder.path, extensions: ["txt"])
    var lines: [String] = []
    let scenario = scenario(.at(0, .typed("store")), parameters: parameters)
    let report = try await scenario.script.run(on: engine, files: files) { lines.append($0.progress) }
    #expect(report.value("Hits") == "1")
    #expect(lines.first == "\"store\"  waiting for more text")
    #expect(lines.contains("\"store\"  searching 2/2 files, 1 hit"))
    #expect(lines.last == "\"store\"  finished, 1 hit")
  }

  @Test(arguments: LabEngine.all)
  func `a cancelled run throws and leaves nothing running`(engine: LabEngine) async throws {
    let folder = try TemporaryFolder()
    try folder.write("a store\n".utf8, to: "one.txt")
    let files = try Corpus(ofFolderAt: folder.path, extensions: ["txt"])
    let long = scenario(.at(0, .typed("store")), .at(3_000_000, .cleared))
    let run = Task { @MainActor in
      try await long.script.run(on: engine, files: files) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
  }

  @Test(arguments: LabEngine.all)
  func `a run cancelled after its last step throws, too`(engine: LabEngine) async throws {
    let script = scenario(.at(0, .typed("store"))).script
    let task = Mutex<Task<Void, any Error>?>(nil)
    // It begins when this function suspends, and knows its own task then.
    let run = Task { @MainActor in
      _ = try await script.run(on: engine, files: Corpus.empty) { _ in task.withLock { $0 }?.cancel() }
    }
    task.withLock { $0 = run }
    await #expect(throws: CancellationError.self) { try await run.value }
  }

  @Test(arguments: LabEngine.all)
  func `an unreadable file is reported and the rest is searched`(engine: LabEngine) async throws {
    let folder = try TemporaryFolder()
    try folder.write([0, 1, 2], to: "binary.txt")
    try folder.write("a store\n".utf8, to: "text.txt")
    let corpus = try Corpus(ofFolderAt: folder.path, extensions: ["txt"])
    let report = await engine.play(scenario(.at(0, .typed("store"))), files: corpus)
    #expect(report.value("Hits") == "1")
    #expect(report.finalState.lists.last?.note == "1 file")
    #expect(report.finalState.lists.last?.items.map { $0.hasSuffix("/binary.txt: binary") } == [true])
  }
}
#endif
