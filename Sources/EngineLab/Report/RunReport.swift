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

  /// What happened, with its causes.
  package var timeline: RunTimeline

  /// What it took to play.
  package var cost: RunCost

  /// Creates a report.
  package init(
    engine: String,
    events: [RunEvent] = [],
    finalState: FinalState = FinalState(),
    totals: RunTotals = RunTotals(),
    timeline: RunTimeline = RunTimeline(),
    cost: RunCost = RunCost()
  ) {
    self.engine = engine
    self.events = events
    self.finalState = finalState
    self.totals = totals
    self.timeline = timeline
    self.cost = cost
  }
}
