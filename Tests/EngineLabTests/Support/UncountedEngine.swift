import EngineLab

/// An engine whose jobs nobody counts: their number says how the runtime works, not what it does.
struct UncountedEngine: LabEngine {
  let engine: any LabEngine

  var name: String { engine.name }
  var summary: String { engine.summary }

  func play(_ scenario: Scenario, on stage: some Stage) async throws -> RunReport {
    var report = try await engine.play(scenario, on: stage)
    report.cost = RunCost()
    return report
  }
}
