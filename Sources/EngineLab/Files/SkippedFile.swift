/// A file that a search had to leave out.
package struct SkippedFile: Equatable, Sendable, CustomStringConvertible {
  /// The path as reports show it.
  package let path: String

  /// Why.
  package let reason: Reason

  /// Creates a record of a skipped file.
  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The file on one line, as in `Sources/logo.txt: binary`.
  package var description: String {
    "\(path.printable): \(reason.rawValue)"
  }
}
