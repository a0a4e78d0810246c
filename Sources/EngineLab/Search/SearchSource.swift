/// Where a search finds its files.
package protocol SearchSource: Sendable {
  /// The folder as the user named it.
  var folder: String { get }

  /// The files to search, sorted by path.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled.
  func list() async throws -> FileListing

  /// Reads one file of the listing.
  ///
  /// - Parameter path: A path that ``list()`` returned. One that has gone since is skipped as unreadable.
  /// - Returns: The file, or why it cannot be searched.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  func read(_ path: String) async throws -> FileReading
}
