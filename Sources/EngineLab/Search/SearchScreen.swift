/// What a user of the search feature sees, whichever engine it runs on.
package struct SearchScreen: FeatureScreen {
  /// The text of the search field.
  package var query: String

  /// What the feature does.
  package var activity: SearchActivity

  /// What the last finished search found.
  package var outcome: SearchOutcome

  /// Creates a screen.
  package init(query: String, activity: SearchActivity, outcome: SearchOutcome) {
    self.query = query
    self.activity = activity
    self.outcome = outcome
  }

  package var phase: String { "\(query) \(activity.name)" }

  package var progress: String { "\"\(query.printable)\"  \(activity.text)" }

  package var finalState: FinalState {
    let hits = outcome.hits
    let note = hits.count < outcome.totalHits ? "the first \(hits.count) of \(outcome.totalHits)" : "all \(hits.count)"
    return FinalState(
      rows: [
        FinalState.Row("Query", "\"\(query.printable)\""), FinalState.Row("Hits", String(outcome.totalHits)),
      ],
      lists: [
        FinalState.List("Hits", note: note, item: "Hit", items: hits.map(\.description)),
        FinalState.List(
          "Skipped",
          note: outcome.skipped.count.counting("file"),
          item: "Skipped file",
          items: outcome.skipped.map(\.description)
        ),
      ]
    )
  }
}
