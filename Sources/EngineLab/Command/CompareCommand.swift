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

      The same scenario and files give the same report every time.
      """
  )

  /// The path of the scenario file.
  @Argument(help: "The scenario file.")
  package var file: String

  /// The path of the folder to search.
  @Option(help: "The folder that a search scenario searches; others need none.")
  package var folder = "Sources"

  /// Creates a command for the parser to fill.
  package init() {}

  /// Plays the scenario and prints the report.
  ///
  /// - Returns: Whether the engines agree.
  /// - Throws: A ``ScenarioError`` or ``LabError`` for bad input, or an ``EngineError``.
  @MainActor func execute(engines: LabEngines, console: Console) async throws -> Agreement {
    let scenario = try Scenario(contentsOf: file)
    let extensions = scenario.content.fileExtensions
    let corpus = try extensions.map { extensions throws(LabError) in
      try Corpus(folder: folder, extensions: extensions)
    }
    let files = corpus ?? .empty
    var runs: [RunReport] = []
    for engine in engines.all {
      do {
        runs.append(try await engine.play(scenario, on: VirtualStage(files: files)))
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
    console.output(TextRenderer.render(report))
    return report.agreement
  }
}
