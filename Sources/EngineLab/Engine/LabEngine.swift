/// An engine that can play scenarios.
///
/// Conforming types translate a scenario's steps into the actions of their own paradigm, and what happens into
/// ``RunEvent`` values.
package protocol LabEngine: Sendable {
  /// The name by which users choose the engine, such as `elm`.
  var name: String { get }

  /// Plays a scenario in virtual time.
  ///
  /// - Parameters:
  ///   - scenario: What to play.
  ///   - corpus: The files to search.
  /// - Returns: The same report for the same scenario and corpus, every time.
  /// - Throws: An error if the engine cannot play the scenario. A failed search is an event, not an error.
  @MainActor func compare(_ scenario: Scenario, corpus: Corpus) async throws -> RunReport

  /// Plays a scenario in real time.
  ///
  /// - Parameters:
  ///   - scenario: What to play.
  ///   - source: The files to search.
  ///   - progress: Called on each change that is worth showing.
  /// - Returns: What happened.
  /// - Throws: `CancellationError` soon after the calling task is cancelled, when all effects were cancelled.
  @MainActor func run(
    _ scenario: Scenario,
    source: FolderReader,
    progress: @escaping @MainActor (ProgressLine) -> Void
  ) async throws -> RunReport
}
