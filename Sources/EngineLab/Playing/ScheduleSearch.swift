/// Plays a scenario on all engines in one schedule after another, up to the first in which they differ.
@MainActor
struct ScheduleSearch {
  let scenario: Scenario
  let files: any SearchSource
  let engines: LabEngines

  /// Plays.
  ///
  /// - Parameters:
  ///   - seeds: The seeds of the schedules.
  ///   - progress: Is told after each how many were played.
  /// - Returns: The schedule in which engines differ; nil where they agree in all.
  /// - Throws: `CancellationError` soon after the calling task is cancelled, or an ``EngineError``.
  func run(seeds: Range<UInt64>, progress: (Int) -> Void) async throws -> ScheduleFailure? {
    for (index, seed) in seeds.enumerated() {
      try Task.checkCancellation()
      if case .differ(let differences) = try await play(seed: seed).agreement {
        // Once more, with what was chosen: to write that down costs more than the play.
        let traced = try await play(seed: seed, isTraced: true)
        return ScheduleFailure(seed: seed, differences: differences, traces: traced.traces)
      }
      progress(index + 1)
    }
    return nil
  }

  private func play(
    seed: UInt64,
    isTraced: Bool = false
  ) async throws -> (agreement: Agreement, traces: [ScheduleFailure.Trace]) {
    var reports: [RunReport] = []
    var traces: [ScheduleFailure.Trace] = []
    for engine in engines.all {
      let stage = VirtualStage(files: files, seed: seed, isTraced: isTraced, isBrief: true)
      do {
        reports.append(try await engine.play(scenario, on: stage))
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        throw EngineError(engine: engine.name, underlying: error)
      }
      traces.append(ScheduleFailure.Trace(engine: engine.name, lines: stage.trace))
    }
    return (Agreement(of: reports), traces)
  }
}
