/// An engine that can play scenarios.
package protocol LabEngine: Sendable {
  /// The name by which users choose the engine, such as `elm`.
  var name: String { get }

  /// The engine's paradigm, in one line.
  var summary: String { get }

  /// Plays a scenario.
  ///
  /// - Parameters:
  ///   - scenario: What to play.
  ///   - stage: The time and the surroundings, new and for this play alone.
  /// - Returns: What happened; on a ``VirtualStage`` the same for the same scenario and files, every time.
  /// - Throws: `CancellationError` soon after the calling task is cancelled, when all effects were cancelled, or an
  ///   error if the engine cannot play the scenario. A failed search is an event, not an error.
  @MainActor func play(_ scenario: Scenario, on stage: some Stage) async throws -> RunReport
}
