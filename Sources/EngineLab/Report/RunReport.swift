/// What one engine made of a scenario.
package struct RunReport: Equatable, Sendable {
  /// The name of the engine.
  package var engine: String

  /// What happened, in the order in which it happened.
  package var events: [RunEvent]

  /// What the user sees at the end.
  package var finalState: FinalState

  /// The numbers of actions and effects.
  package var totals: RunTotals

  /// Creates a report.
  package init(
    engine: String,
    events: [RunEvent] = [],
    finalState: FinalState = FinalState(),
    totals: RunTotals = RunTotals()
  ) {
    self.engine = engine
    self.events = events
    self.finalState = finalState
    self.totals = totals
  }
}
