/// ElmEngine in the lab.
package struct ElmLabEngine: LabEngine {
  package let name = "elm"

  package let summary = "a pure reduce(state, action) -> (state, Effect), from the module ElmEngine"

  /// Creates the engine.
  package init() {}

  package func play(_ scenario: Scenario, on stage: some Stage) async throws -> RunReport {
    try await ScenarioPlayer<ElmHosts>(engine: name).play(scenario, on: stage)
  }
}
