import ElmEngine

/// ElmEngine in the lab.
package struct ElmLabEngine: LabEngine {
  /// The name by which users choose the engine.
  package let name = "elm"

  /// Creates the engine.
  package init() {}

  package func compare(_ scenario: Scenario, corpus: Corpus) async throws -> RunReport {
    try await ScenarioPlayer(scenario: scenario, engine: name).compare(corpus: corpus, on: ElmSearchHost.init)
  }

  package func run(
    _ scenario: Scenario,
    source: FolderReader,
    progress: @escaping @MainActor (ProgressLine) -> Void
  ) async throws -> RunReport {
    try await ScenarioPlayer(scenario: scenario, engine: name)
      .run(source: source, on: ElmSearchHost.init, progress: progress)
  }
}
