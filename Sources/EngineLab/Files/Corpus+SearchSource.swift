extension Corpus: SearchSource {
  /// The paths of all files; never suspends.
  package func list() async throws -> FileListing {
    FileListing(paths: files.map(\.path), skipped: skipped)
  }

  /// The file of that path; never suspends.
  package func read(_ path: String) async throws -> FileReading {
    guard let index = indices[Array(path.utf8)] else { return .skipped(SkippedFile(path: path, reason: .unreadable)) }
    return .text(files[index])
  }
}
