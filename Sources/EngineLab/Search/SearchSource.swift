/// The files of a search; in a cancelled task both requirements throw `CancellationError`.
protocol SearchSource: Sendable {
  /// The folder as the user named it.
  var folder: String { get }

  /// The files to search, sorted by path.
  func list() async throws -> FileListing

  /// Reads one file of the listing; one that has gone since is skipped as unreadable.
  func read(_ path: String) async throws -> FileReading
}

/// The files that a search will read.
struct FileListing: Equatable, Sendable {
  /// The paths as reports show them, in the order of their bytes, each once.
  var paths: [String] = []
  /// Folders and files that are known to be unreadable already, sorted by path.
  var skipped: [SkippedFile] = []
}

/// A file of a search, or why it is left out.
typealias FileReading = Result<SearchFile, SkippedFile>

/// A file that a search had to leave out.
struct SkippedFile: Error, Equatable, Sendable, CustomStringConvertible {
  enum Reason: String, Equatable, Sendable {
    /// The file holds a NUL byte.
    case binary
    /// The file or folder cannot be read, or is a link to nothing.
    case unreadable
    /// The file is larger than ``Folder/maximumFileSize``.
    case tooLarge = "larger than 4 MiB"
  }

  /// The path as reports show it.
  let path: String
  let reason: Reason

  /// The file on one line, as in `Sources/logo.txt: binary`.
  var description: String {
    "\(path.printable): \(reason.rawValue)"
  }
}

struct SearchOutcome: Equatable, Sendable {
  /// The first hits, by path and line, at most as many as the limit allows.
  var hits: [SearchHit] = []
  var totalHits = 0
  var files = 0
  /// The files that could not be searched, sorted by path.
  var skipped: [SkippedFile] = []
}

struct SearchProgress: Equatable, Sendable {
  /// The number of files done, skipped ones included.
  var done: Int
  var total: Int
  /// The number of hits so far, those beyond the limit included.
  var hits: Int
}

extension SearchSource {
  /// Finds a query in all files, one after the other, and keeps as many hits as the limit allows.
  ///
  /// Runs where the caller runs; call it from an effect rather than from the main actor. `onFile` is called after each
  /// file, skipped ones included.
  ///
  /// - Throws: `CancellationError` before a file once the task is cancelled, or what the source or `onFile` throws.
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
      case .success(let file):
        let hits = file.hits(for: query)
        outcome.hits += hits.prefix(limit - outcome.hits.count)
        outcome.totalHits += hits.count
        outcome.files += 1
      case .failure(let file):
        outcome.skipped.append(file)
      }
      try await onFile(SearchProgress(done: index + 1, total: listing.paths.count, hits: outcome.totalHits))
    }
    outcome.skipped.sort { String.isInByteOrder($0.path, $1.path) }
    return outcome
  }
}
