/// How far a search has come.
package struct SearchProgress: Equatable, Sendable {
  /// The number of files done, skipped ones included.
  package var done: Int

  /// The number of files there are.
  package var total: Int

  /// The number of hits so far, those beyond the limit included.
  package var hits: Int

  /// Creates a progress value.
  package init(done: Int, total: Int, hits: Int) {
    self.done = done
    self.total = total
    self.hits = hits
  }
}
