/// What a user does, and when: the script that every engine plays.
///
/// A scenario is checked when it is read, so an engine may rely on it: there is at least one step, steps stand in time
/// order, and no time is negative or above ``TimeText/limit``.
package struct Scenario: Equatable, Sendable {
  /// The feature to drive.
  package var feature: Feature

  /// What the scenario shows, in a few words; the file's name unless the file gives a title.
  package var title: String

  /// The parameters of the search feature.
  package var search: SearchParameters

  /// What the user does, in time order; steps of the same time run in this order.
  package var steps: [Step]

  /// The time at which the scenario ends even if work is left; nil to end when all is quiet.
  package var until: Duration?

  /// Creates a scenario without checking it.
  package init(
    feature: Feature = .search,
    title: String,
    search: SearchParameters = SearchParameters(),
    steps: [Step],
    until: Duration? = nil
  ) {
    self.feature = feature
    self.title = title
    self.search = search
    self.steps = steps
    self.until = until
  }
}
