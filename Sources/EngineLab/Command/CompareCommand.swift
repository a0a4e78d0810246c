package import ArgumentParser

/// `engine-lab compare FILE`: plays a scenario on every engine in virtual time and reports what differs.
package struct CompareCommand: ParsableCommand {
  /// The name and the help.
  package static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Play a scenario on every engine in virtual time, and compare what they made of it."
  )

  /// The path of the scenario file.
  @Argument(help: "The scenario file.")
  package var file: String

  /// The path of the folder to search.
  @Option(help: "The folder to search.")
  package var folder = "Sources"

  /// Creates a command for the parser to fill.
  package init() {}

  /// Plays the scenario and prints the report.
  ///
  /// - Returns: Whether the engines agree.
  /// - Throws: A ``ScenarioError`` or ``LabError`` for bad input, or an ``EngineError``.
  @MainActor func execute(engines: LabEngines, console: Console) async throws -> Agreement {
    let scenario = try Scenario(contentsOf: file)
    let corpus = try Corpus(folder: folder, extensions: scenario.search.extensions)
    var runs: [RunReport] = []
    for engine in engines.all {
      do {
        runs.append(try await engine.compare(scenario, corpus: corpus))
      } catch {
        throw EngineError(engine: engine.name, underlying: error)
      }
    }
    let report = LabReport(
      title: scenario.title,
      folder: folder,
      files: corpus.files.count,
      time: .virtual,
      runs: runs
    )
    console.output(TextRenderer.render(report))
    return report.agreement
  }
}
