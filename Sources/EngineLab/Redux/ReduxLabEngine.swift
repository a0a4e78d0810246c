/// ReduxBridge in the lab.
package struct ReduxLabEngine: LabEngine {
  package let name = "redux"

  package let summary = "reduce(into:action:) async, and an ObservableObject, from the module ReduxBridge"

  /// Creates the engine.
  package init() {}

  package func play(_ scenario: Scenario, on stage: some Stage) async throws -> RunReport {
    try await ScenarioPlayer<ReduxHosts>(engine: name).play(scenario, on: stage)
  }
}
