import Foundation

/// A file to which a report's page or a finding is written.
struct OutputFile: Equatable, Sendable {
  /// The file in the working directory that is written by default.
  static let defaultPath = "engine-lab-report.html"

  let path: String
  /// The kind of output; the option of that name gives the path.
  var noun = "report"

  /// Checks that the file can be written and is none of those that were read nor standard output, and changes nothing.
  func check(sparing inputs: Set<FileProbe.ID> = []) throws(LabError) {
    if let id = FileProbe.id(ofFileAt: path) {
      if inputs.contains(id) {
        throw error("this file was read, and would be lost. Choose another one with '--\(noun)'.")
      }
      if id == FileProbe.standardOutputID {
        throw error("standard output is written to this file, over the \(noun). Choose another one with '--\(noun)'.")
      }
    }
    switch FileProbe.kind(ofFileAt: path) {
    case .folder: throw error("this is a folder. The \(noun) needs the path of a file.")
    case .hidden(let reason): throw refusal(reason)
    case .missing:
      let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
      guard parent.isEmpty || FileProbe.kind(ofFileAt: parent) == .folder else {
        throw error("there is no folder '\(parent.printable)' to write the \(noun) to.")
      }
      // Created for a moment, because permissions alone do not decide it.
      let file = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      // A dangling link exists already.
      guard file >= 0 else { return try refuse(unless: EEXIST) }
      Foundation.close(file)
      unlink(path)
    case .file, .other:
      // Not opened: the reader of a pipe would see its end.
      guard access(path, W_OK) == 0 else { return try refuse() }
    }
  }

  /// Writes a text, which replaces the file's contents.
  func write(_ text: String) throws(LabError) {
    let file = try open()
    defer { file.close() }
    try file.write(text)
  }

  /// Opens the file, and removes its contents.
  func open() throws(LabError) -> OpenFile {
    try check()
    // Without a temporary file, so that pipes and devices can be written too.
    let file = Foundation.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw lastError }
    return OpenFile(output: self, descriptor: file)
  }

  /// A file that is open for writing.
  struct OpenFile {
    fileprivate let output: OutputFile
    fileprivate let descriptor: Int32

    /// Writes a text after what was written before.
    func write(_ text: String) throws(LabError) {
      guard FileOutput.write(text, to: descriptor) else { throw output.lastError }
    }

    func close() { Foundation.close(descriptor) }
  }

  /// Refuses the file with the error of the last system call.
  private func refuse(unless expected: Int32? = nil) throws(LabError) {
    guard errno != expected else { return }
    throw lastError
  }

  /// The refusal with the error of the last system call.
  private var lastError: LabError { refusal(String(cString: strerror(errno))) }

  private func refusal(_ reason: String) -> LabError {
    error("the \(noun) cannot be written there (\(reason)). Choose another file with '--\(noun)'.")
  }

  private func error(_ reason: String) -> LabError {
    LabError(subject: path.isEmpty ? "--\(noun)" : path, reason: reason)
  }
}
