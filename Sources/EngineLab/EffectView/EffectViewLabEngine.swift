/// EffectViewEngine in the lab.
package struct EffectViewLabEngine: LabEngine {
  package let name = "effectview"

  package let summary = "update(inout state, event) -> Effect? over a view's lifetime, from the module EffectViewEngine"

  /// Creates the engine.
  package init() {}

  package func play(_ scenario: Scenario, on stage: some Stage) async throws -> RunReport {
    try await ScenarioPlayer<EffectViewHosts>(engine: name).play(scenario, on: stage)
  }
}
