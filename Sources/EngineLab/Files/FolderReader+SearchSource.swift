extension FolderReader: SearchSource {
  /// Walks through the folder, off the caller's actor.
  ///
  /// - Throws: `CancellationError` once the calling task is cancelled.
  @concurrent package func list() async throws -> FileListing {
    try source.list { try Task.checkCancellation() }
  }

  /// Reads one file, off the caller's actor.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled before the file is opened.
  @concurrent package func read(_ path: String) async throws -> FileReading {
    try Task.checkCancellation()
    return source.read(path)
  }
}
