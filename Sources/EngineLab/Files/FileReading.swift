/// What came of reading one file.
package enum FileReading: Equatable, Sendable {
  /// The file is text.
  case text(SearchFile)
  /// The file cannot be searched.
  case skipped(SkippedFile)
}
