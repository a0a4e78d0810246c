/// FeatureEngine in the lab.
package struct FeatureLabEngine: LabEngine {
  package let name = "feature"

  package let summary = "an action handler over an @Observable class, from the module FeatureEngine"

  /// Creates the engine.
  package init() {}

  package func play(_ scenario: Scenario, on stage: some Stage) async throws -> RunReport {
    try await ScenarioPlayer<ViewFeatureHosts>(engine: name).play(scenario, on: stage)
  }
}
