/// What a user sees at the end of a scenario, in a form that reports can show and compare.
package struct FinalState: Equatable, Sendable {
  /// The single values, in the order in which reports show them.
  package var rows: [Row]

  /// The lists; an empty one is not shown.
  package var lists: [List]

  /// Creates a final state.
  package init(rows: [Row] = [], lists: [List] = []) {
    self.rows = rows
    self.lists = lists
  }
}
