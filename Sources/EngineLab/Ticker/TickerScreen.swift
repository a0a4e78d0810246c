/// What a user of the ticker feature sees, whichever engine it runs on.
package struct TickerScreen: FeatureScreen {
  /// What the feature does.
  package var activity: TickerActivity

  /// What came of the ticks.
  package var tally: TickTally

  /// Creates a screen.
  package init(activity: TickerActivity, tally: TickTally) {
    self.activity = activity
    self.tally = tally
  }

  package var phase: String { "\(activity.rawValue) \(tally.quarters)/4" }

  package var progress: String { "\(activity.rawValue), \(tally.text)" }

  package var finalState: FinalState {
    FinalState(rows: [
      FinalState.Row("Ticker", activity.rawValue),
      FinalState.Row("Received", tally.text),
      FinalState.Row("Last", tally.last == 0 ? "none" : String(tally.last)),
      FinalState.Row("Lost", tally.lost == 0 ? "none" : String(tally.lost)),
      FinalState.Row("Reordered", tally.reordered == 0 ? "none" : String(tally.reordered)),
    ])
  }
}
