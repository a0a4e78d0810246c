/// Finds a query in all files of a source, one after the other.
///
/// Runs where the caller runs; call it from an effect rather than from the main actor. Cancellation is checked before
/// each file.
///
/// ```swift
/// let outcome = try await search(query: "store", in: corpus, limit: 20) { _ in
///   try await clock.sleep(for: parameters.readTime)
/// }
/// ```
///
/// - Parameters:
///   - query: The text to find, whatever its case.
///   - source: The files.
///   - limit: How many hits to keep; not negative.
///   - onFile: Called once after each file, skipped ones included; what it throws ends the search.
/// - Returns: The hits in the order of paths and lines.
/// - Throws: `CancellationError` once the task is cancelled, or what the source or `onFile` throws.
package func search(
  query: String,
  in source: some SearchSource,
  limit: Int,
  onFile: (SearchProgress) async throws -> Void = { _ in }
) async throws -> SearchOutcome {
  try Task.checkCancellation()
  let listing = try await source.list()
  var outcome = SearchOutcome(skipped: listing.skipped)
  for (index, path) in listing.paths.enumerated() {
    try Task.checkCancellation()
    switch try await source.read(path) {
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
