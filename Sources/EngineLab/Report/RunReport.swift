/// What one engine made of a scenario.
package struct RunReport: Equatable, Sendable {
  /// The name of the engine.
  package var engine: String

  /// What happened, in the order in which it happened.
  package var events: [RunEvent]

  /// The text of the search field at the end.
  package var query: String

  /// The hits shown at the end, at most as many as the scenario's limit.
  package var hits: [SearchHit]

  /// The number of hits at the end, those beyond the limit included.
  package var totalHits: Int

  /// The numbers of actions and effects.
  package var totals: RunTotals

  /// The files that the last finished search could not read, sorted by path.
  package var skipped: [SkippedFile]

  /// Creates a report.
  package init(
    engine: String,
    events: [RunEvent] = [],
    query: String = "",
    hits: [SearchHit] = [],
    totalHits: Int = 0,
    totals: RunTotals = RunTotals(),
    skipped: [SkippedFile] = []
  ) {
    self.engine = engine
    self.events = events
    self.query = query
    self.hits = hits
    self.totalHits = totalHits
    self.totals = totals
    self.skipped = skipped
  }
}
