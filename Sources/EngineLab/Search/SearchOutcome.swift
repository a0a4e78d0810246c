/// What a finished search found.
package struct SearchOutcome: Equatable, Sendable {
  /// The first hits, by path and line, at most as many as the limit allows.
  package var hits: [SearchHit]

  /// The number of all hits.
  package var totalHits: Int

  /// The number of files that were searched.
  package var files: Int

  /// The files that could not be searched, sorted by path.
  package var skipped: [SkippedFile]

  /// Creates an outcome.
  package init(hits: [SearchHit] = [], totalHits: Int = 0, files: Int = 0, skipped: [SkippedFile] = []) {
    self.hits = hits
    self.totalHits = totalHits
    self.files = files
    self.skipped = skipped
  }
}
