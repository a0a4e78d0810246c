import EngineLab
import Testing

@MainActor
@Suite struct ElmLabEngineTests {
  /// Forty files of 10 ms each: a search takes 400 ms.
  private let corpus = Corpus(
    folder: "F",
    files: (10..<50).map { SearchFile(path: "F/\($0)", text: $0 == 20 ? "a store\nstored" : "nothing") }
  )

  private func scenario(_ steps: [Scenario.Step], until: Duration? = nil) -> Scenario {
    Scenario(
      title: "Test",
      search: SearchParameters(debounce: .milliseconds(200), readTime: .milliseconds(10), limit: 1),
      steps: steps,
      until: until
    )
  }

  private func step(_ milliseconds: Int, _ command: Scenario.Command) -> Scenario.Step {
    Scenario.Step(at: .milliseconds(milliseconds), command: command, line: 1)
  }

  private func events(_ report: RunReport) -> [String] {
    report.events.map { "\($0.time / .milliseconds(1)) \($0.kind.text)" }
  }

  @Test func `a search starts after the debounce and shows its hits at the end`() async throws {
    let report = try await ElmLabEngine().compare(scenario([step(0, .type("store"))]), corpus: corpus)
    #expect(
      events(report) == [
        "0.0 typed \"store\"", "200.0 search started \"store\"",
        "600.0 search finished \"store\": 2 hits in 40 files",
      ]
    )
    #expect(report.query == "store")
    #expect(report.totalHits == 2)
    #expect(report.hits == [SearchHit(path: "F/20", line: 1, text: "a store")])
    #expect(report.totals.started == 1)
    #expect(report.totals.finished == 1)
    #expect(report.totals.cancelled == 0)
  }

  @Test func `a newer text replaces a search that waits or reads`() async throws {
    let steps = [step(0, .type("a")), step(100, .type("store")), step(400, .type("nothing"))]
    let report = try await ElmLabEngine().compare(scenario(steps), corpus: corpus)
    #expect(
      events(report) == [
        "0.0 typed \"a\"", "100.0 typed \"store\"", "300.0 search started \"store\"", "400.0 typed \"nothing\"",
        "400.0 search cancelled \"store\" (replaced)", "600.0 search started \"nothing\"",
        "1000.0 search finished \"nothing\": 39 hits in 40 files",
      ]
    )
    #expect(report.totals.started == 3)
    #expect(report.totals.cancelled == 2)
  }

  @Test func `cancel and clear stop the search`() async throws {
    let steps = [step(0, .type("store")), step(300, .cancel), step(400, .type("st")), step(450, .clear)]
    let report = try await ElmLabEngine().compare(scenario(steps), corpus: corpus)
    #expect(
      events(report) == [
        "0.0 typed \"store\"", "200.0 search started \"store\"", "300.0 cancel requested",
        "300.0 search cancelled \"store\" (cancelled)", "400.0 typed \"st\"", "450.0 cleared",
      ]
    )
    #expect(report.query == "")
    #expect(report.hits.isEmpty)
  }

  @Test func `a scenario that ends before its search cancels it`() async throws {
    let report = try await ElmLabEngine()
      .compare(scenario([step(0, .type("store"))], until: .milliseconds(500)), corpus: corpus)
    #expect(events(report).last == "500.0 search cancelled \"store\" (cancelled)")
    #expect(report.totals.finished == 0)
  }

  @Test func `the same scenario gives the same report every time`() async throws {
    let steps = [step(0, .type("a")), step(250, .type("store")), step(500, .cancel), step(700, .type("nothing"))]
    let first = try await ElmLabEngine().compare(scenario(steps), corpus: corpus)
    for _ in 0..<5 {
      #expect(try await ElmLabEngine().compare(scenario(steps), corpus: corpus) == first)
    }
  }

  @Test func `a run in real time shows progress and ends with the hits`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a store\n".utf8, to: "one.txt")
    try folder.write("nothing\n".utf8, to: "two.txt")
    let scenario = Scenario(
      title: "Test",
      search: SearchParameters(debounce: .zero, extensions: ["txt"]),
      steps: [step(0, .type("store"))]
    )
    var lines: [ProgressLine] = []
    let source = try FolderReader(folder: folder.path, extensions: ["txt"])
    let report = try await ElmLabEngine().run(scenario, source: source) { lines.append($0) }
    #expect(report.totalHits == 1)
    #expect(report.hits.map(\.line) == [1])
    #expect(lines.first?.activity == .waiting)
    #expect(lines.last?.activity == .finished(hits: 1))
    #expect(lines.contains { $0.activity == .searching(SearchProgress(done: 2, total: 2, hits: 1)) })
  }

  @Test func `a cancelled run throws and leaves nothing running`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a store\n".utf8, to: "one.txt")
    let source = try FolderReader(folder: folder.path, extensions: ["txt"])
    let long = scenario([step(0, .type("store")), step(3_000_000, .clear)])
    let run = Task { @MainActor in
      try await ElmLabEngine().run(long, source: source) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
  }

  @Test func `an unreadable file is reported and the rest is searched`() async throws {
    let folder = try TemporaryFolder()
    try folder.write([0, 1, 2], to: "binary.txt")
    try folder.write("a store\n".utf8, to: "text.txt")
    let corpus = try Corpus(folder: folder.path, extensions: ["txt"])
    let report = try await ElmLabEngine().compare(scenario([step(0, .type("store"))]), corpus: corpus)
    #expect(report.totalHits == 1)
    #expect(report.skipped.map(\.reason) == [.binary])
  }
}
