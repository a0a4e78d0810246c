import Foundation

/// The file that a report's page is written to.
package struct ReportFile: Equatable, Sendable {
  /// The file in the working directory that is written when the user names no other.
  package static let defaultPath = "engine-lab-report.html"

  /// The path, as the user gave it.
  package let path: String

  /// Creates a file without looking whether it can be written.
  package init(path: String) {
    self.path = path
  }

  /// Writes the page, in place of what the file held before.
  ///
  /// - Throws: A ``LabError`` if the file cannot be written.
  package func write(_ page: String) throws(LabError) {
    switch FileProbe.kind(ofFileAt: path) {
    case .folder:
      throw error("this is a folder. The report needs the path of a file.")
    case .missing:
      let parent = (path as NSString).deletingLastPathComponent
      guard parent.isEmpty || FileProbe.kind(ofFileAt: parent) == .folder else {
        throw error("there is no folder '\(parent.printable)' to write the report to.")
      }
    case .file, .other:
      break
    }
    do {
      // Not by way of a temporary file, so that pipes and devices can be written too.
      try Data(page.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw self.error("the report cannot be written there. Choose another file with '--report'.")
    }
  }

  private func error(_ reason: String) -> LabError {
    LabError(subject: path.isEmpty ? "--report" : path, reason: reason)
  }
}
