/// What a user can do in the ticker feature.
package enum TickerCommand: String, CaseIterable, FeatureCommand {
  /// Starts the ticker from its first tick; one that runs is cancelled.
  case start
  /// Stops the ticker that runs.
  case stop
}
