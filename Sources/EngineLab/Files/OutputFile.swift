import Foundation

/// The file that a report's page is written to.
struct ReportFile: Equatable, Sendable {
  /// The file in the working directory that is written when the user names no other.
  static let defaultPath = "engine-lab-report.html"

  let path: String

  /// Looks whether the file can be written, and leaves everything as it is.
  func check() throws(LabError) {
    switch FileProbe.kind(ofFileAt: path) {
    case .folder: throw error("this is a folder. The report needs the path of a file.")
    case .missing:
      let parent = (path as NSString).deletingLastPathComponent
      guard parent.isEmpty || FileProbe.kind(ofFileAt: parent) == .folder else {
        throw error("there is no folder '\(parent.printable)' to write the report to.")
      }
      // Made for a moment, because permissions alone do not tell.
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      // A link that leads nowhere is there already.
      guard file >= 0 else { return try refuse(unless: EEXIST) }
      close(file)
      unlink(path)
    case .file, .other:
      // Not opened: who reads a pipe would see its end.
      guard access(path, W_OK) == 0 else { return try refuse() }
    }
  }

  /// Writes the page, in place of what the file held before.
  func write(_ page: String) throws(LabError) {
    try check()
    // Not by way of a temporary file, so that pipes and devices can be written too.
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { return try refuse() }
    defer { close(file) }
    guard FileOutput.write(page, to: file) else { return try refuse() }
  }

  /// Refuses the file for what the last call of the system ended with.
  private func refuse(unless expected: Int32? = nil) throws(LabError) {
    let number = errno
    guard number != expected else { return }
    throw error(
      "the report cannot be written there (\(String(cString: strerror(number)))). Choose another file with '--report'."
    )
  }

  private func error(_ reason: String) -> LabError {
    LabError(subject: path.isEmpty ? "--report" : path, reason: reason)
  }
}
