import EngineLab

extension LabEngine {
  /// Plays a scenario in virtual time.
  @MainActor func play(_ scenario: Scenario, files: any SearchSource = Corpus.empty) async throws -> RunReport {
    try await play(scenario, on: VirtualStage(files: files))
  }
}
