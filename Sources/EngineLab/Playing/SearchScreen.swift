/// What a user of the search feature sees, whichever engine it runs on.
package struct SearchScreen: Equatable, Sendable {
  /// The text of the search field.
  package var query: String

  /// What the feature does.
  package var activity: ProgressLine.Activity

  /// What the last finished search found.
  package var outcome: SearchOutcome
}
