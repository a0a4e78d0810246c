package import ArgumentParser

/// `engine-lab compare FILE`: plays a scenario on every engine in virtual time and reports what differs.
package struct CompareCommand: ParsableCommand {
  /// The name and the help.
  package static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Play a scenario on every engine in virtual time, and compare what they made of it.",
    discussion: """
      EXAMPLES:
        engine-lab compare Scenarios/search.json
        engine-lab compare Scenarios/search.json --folder ../app/Sources
        engine-lab compare Scenarios/checkout.json
        engine-lab compare Scenarios/checkout.json --report /tmp/checkout.html
        engine-lab compare Scenarios/checkout.json --json

      It also writes an HTML page with a timeline of each engine, which opens in any browser and needs no network.
      The same scenario and files give the same report every time, but for the real time that it took. Standard output \
      has colours where it is a terminal and NO_COLOR is not set.
      """
  )

  /// The path of the scenario file.
  @Argument(help: "The scenario file.")
  package var file: String

  /// The path of the folder to search.
  @Option(help: "The folder that a search scenario searches; others need none.")
  package var folder = "Sources"

  /// The path of the page.
  @Option(help: "The file that the HTML report is written to.")
  package var report = ReportFile.defaultPath

  /// Whether to print a document for machines.
  @Flag(help: "Print one JSON document instead of the text.")
  package var json = false

  /// Creates a command for the parser to fill.
  package init() {}

  /// Plays the scenario, writes the page and prints the report.
  ///
  /// Whether the page can be written is asked first, as playing takes its time. Nothing is printed where it cannot: what is
  /// printed last says where it is.
  ///
  /// - Returns: Whether the engines agree.
  /// - Throws: A ``ScenarioError`` or ``LabError`` for bad input, also where the page cannot be written, or an ``EngineError``.
  @MainActor func execute(
    engines: LabEngines,
    console: Console,
    stopwatch: Stopwatch?
  ) async throws -> Agreement {
    let page = ReportFile(path: report)
    let scenario = try Scenario(contentsOf: file)
    let extensions = scenario.content.fileExtensions
    let corpus = try extensions.map { extensions throws(LabError) in
      try Corpus(folder: folder, extensions: extensions)
    }
    let files = corpus ?? .empty
    try page.check()
    var runs: [RunReport] = []
    for engine in engines.all {
      do {
        let start = stopwatch?.now()
        var run = try await engine.play(scenario, on: VirtualStage(files: files))
        if let stopwatch, let start { run.cost.time = stopwatch.now() - start }
        runs.append(run)
      } catch {
        throw EngineError(engine: engine.name, underlying: error)
      }
    }
    let result = LabReport(
      title: scenario.title,
      setting: try await scenario.content.setting(files: files),
      time: .virtual,
      runs: runs
    )
    try page.write(ReportPage.html(result))
    if json {
      try console.output(result.json(page: page.path).text() + "\n")
    } else {
      try console.output(TextRenderer.render(result, styler: console.styler))
      try console.output("\nReport: \(page.path.printable)\n")
    }
    return result.agreement
  }
}
