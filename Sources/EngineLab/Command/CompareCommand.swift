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
        engine-lab compare Scenarios/checkout.json --json

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

  /// Whether to print a document for machines.
  @Flag(help: "Print one JSON document instead of the text.")
  package var json = false

  /// Creates a command for the parser to fill.
  package init() {}

  /// Plays the scenario and prints the report.
  ///
  /// - Returns: Whether the engines agree.
  /// - Throws: A ``ScenarioError`` or ``LabError`` for bad input, or an ``EngineError``.
  @MainActor func execute(
    engines: LabEngines,
    console: Console,
    stopwatch: Stopwatch?
  ) async throws -> Agreement {
    let scenario = try Scenario(contentsOf: file)
    let extensions = scenario.content.fileExtensions
    let corpus = try extensions.map { extensions throws(LabError) in
      try Corpus(folder: folder, extensions: extensions)
    }
    let files = corpus ?? .empty
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
    let report = LabReport(
      title: scenario.title,
      setting: try await scenario.content.setting(files: files),
      time: .virtual,
      runs: runs
    )
    if json {
      console.output(report.json().text() + "\n")
    } else {
      console.output(TextRenderer.render(report, styler: console.styler))
    }
    return report.agreement
  }
}
