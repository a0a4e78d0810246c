/// What a user does, and when: the script that every engine plays.
///
/// A scenario is checked when it is read, so an engine may rely on it: there is at least one step, steps stand in time
/// order, and no time is negative or above ``TimeText/limit``.
package struct Scenario: Equatable, Sendable {
  /// What the scenario shows, in a few words; the file's name unless the file gives a title.
  package var title: String

  /// The feature, its parameters and the steps.
  package var content: Content

  /// The time at which the scenario ends even if work is left; nil to end when all is quiet.
  package var until: Duration?

  /// Creates a scenario without checking it.
  package init(title: String, content: Content, until: Duration? = nil) {
    self.title = title
    self.content = content
    self.until = until
  }
}
