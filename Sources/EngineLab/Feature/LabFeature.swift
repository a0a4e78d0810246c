/// A feature that scenarios drive, as far as it is the same on every engine.
///
/// An engine adds the feature itself, written in its own paradigm, and a ``FeatureHost``.
package protocol LabFeature: Sendable {
  /// What a scenario may say about the feature's surroundings.
  associatedtype Parameters: FeatureParameters
  /// What a user can do.
  associatedtype Command: FeatureCommand
  /// What a report tells of.
  associatedtype Event: FeatureEvent
  /// What a user sees.
  associatedtype Screen: FeatureScreen
  /// The services that the feature uses.
  associatedtype Environment: Sendable

  /// Makes the services.
  static func environment(_ parameters: Parameters, in world: World) -> Environment

  /// Says where the scenario is played, in a few words for the head of a report.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled.
  static func setting(_ parameters: Parameters, files: any SearchSource) async throws -> String
}
