/// The files that a search will read.
package struct FileListing: Equatable, Sendable {
  /// The paths as reports show them, in the order of their bytes, each once.
  package var paths: [String]

  /// Folders and files that are known to be unreadable already, sorted by path.
  package var skipped: [SkippedFile]

  /// Creates a listing.
  package init(paths: [String] = [], skipped: [SkippedFile] = []) {
    self.paths = paths
    self.skipped = skipped
  }
}
