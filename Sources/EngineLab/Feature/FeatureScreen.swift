/// What a user of a feature sees, whichever engine it runs on.
package protocol FeatureScreen: Equatable, Sendable {
  /// What goes on, without what changes all the time: as long as it stays the same, a log shows one line.
  var phase: String { get }

  /// What goes on, on one line.
  var progress: String { get }

  /// What a report shows, and engines have to agree on, when all is over.
  var finalState: FinalState { get }
}
