/// The result of a finished search.
struct SearchOutcome: Equatable, Sendable {
  /// The first hits, by path and line, at most as many as the limit allows.
  var hits: [SearchHit] = []
  /// The number of all hits.
  var totalHits = 0
  /// The number of files that were searched.
  var files = 0
  /// The files that could not be searched, sorted by path.
  var skipped: [SkippedFile] = []
}

/// How far a search has come.
struct SearchProgress: Equatable, Sendable {
  /// The number of files done, skipped ones included.
  var done: Int
  /// The number of files there are.
  var total: Int
  /// The number of hits so far, those beyond the limit included.
  var hits: Int
}

extension SearchSource {
  /// Finds a query in all files, one after the other.
  ///
  /// Runs where the caller runs; call it from an effect rather than from the main actor. Cancellation is checked before
  /// each file.
  ///
  /// - Parameters:
  ///   - query: The text to find, whatever its case.
  ///   - limit: How many hits to keep; not negative.
  ///   - onFile: Called once after each file, skipped ones included; what it throws ends the search.
  /// - Returns: The hits in the order of paths and lines.
  /// - Throws: `CancellationError` once the task is cancelled, or what the source or `onFile` throws.
  func search(
    _ query: String,
    limit: Int,
    onFile: (SearchProgress) async throws -> Void = { _ in }
  ) async throws -> SearchOutcome {
    try Task.checkCancellation()
    let listing = try await list()
    var outcome = SearchOutcome(skipped: listing.skipped)
    for (index, path) in listing.paths.enumerated() {
      try Task.checkCancellation()
      switch try await read(path) {
      case .text(let file):
        let hits = file.hits(for: query)
        outcome.hits += hits.prefix(limit - outcome.hits.count)
        outcome.totalHits += hits.count
        outcome.files += 1
      case .skipped(let file):
        outcome.skipped.append(file)
      }
      try await onFile(SearchProgress(done: index + 1, total: listing.paths.count, hits: outcome.totalHits))
    }
    outcome.skipped.sort { String.isInByteOrder($0.path, $1.path) }
    return outcome
  }
}
