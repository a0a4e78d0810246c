/// The files of a search.
protocol SearchSource: Sendable {
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

/// The files that a search will read.
struct FileListing: Equatable, Sendable {
  /// The paths as reports show them, in the order of their bytes, each once.
  var paths: [String] = []
  /// Folders and files that are known to be unreadable already, sorted by path.
  var skipped: [SkippedFile] = []
}

/// What came of reading one file.
enum FileReading: Equatable, Sendable {
  /// The file is text.
  case text(SearchFile)
  /// The file cannot be searched.
  case skipped(SkippedFile)
}

/// A file that a search had to leave out.
struct SkippedFile: Equatable, Sendable, CustomStringConvertible {
  /// Why a file was left out.
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
  /// Why.
  let reason: Reason

  /// The file on one line, as in `Sources/logo.txt: binary`.
  var description: String {
    "\(path.printable): \(reason.rawValue)"
  }
}
