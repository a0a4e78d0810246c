extension SkippedFile {
  /// Why a file was left out.
  package enum Reason: String, Equatable, Sendable {
    /// The file holds a NUL byte.
    case binary
    /// The file or folder cannot be read, or is a link to nothing.
    case unreadable
    /// The file is larger than ``Folder/maximumFileSize``.
    case tooLarge = "larger than 4 MiB"
  }
}
