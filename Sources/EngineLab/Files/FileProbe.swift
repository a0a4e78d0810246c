import Foundation

/// Access to files that follows symbolic links and never waits for a pipe or a device.
enum FileProbe {
  enum Kind: Equatable, Sendable {
    /// Nothing, or a symbolic link to nothing or to itself.
    case missing
    case file
    case folder
    /// A pipe, a socket or a device: reading it might never end.
    case other
    /// Something that the system does not show, for a reason such as a missing permission.
    case hidden(String)
  }

  /// The device and the number of a file, which identify it under any path.
  struct ID: Hashable {
    let device: UInt64
    let number: UInt64

    fileprivate init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(status.st_ino)
    }
  }

  /// Returns the identity of a file; nil if there is none.
  static func id(ofFileAt path: String) -> ID? {
    var status = stat()
    return stat(path, &status) == 0 ? ID(status) : nil
  }

  /// The identity of the file that standard output goes to; nil if it goes to a terminal, a pipe or a device.
  static var standardOutputID: ID? {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return ID(status)
  }

  /// Returns the path of a file without links and dots; nil if there is none.
  static func realPath(ofFileAt path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  static func kind(ofFileAt path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let number = errno
      return [ENOENT, ELOOP].contains(number) ? .missing : .hidden(String(cString: strerror(number)))
    }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// Refuses a path that does not lead to a regular file.
  static func checkFile(at path: String) throws(LabError) {
    func refusal(_ reason: String) -> LabError { LabError(subject: path, reason: reason) }
    switch kind(ofFileAt: path) {
    case .missing: throw refusal("no such file.")
    case .hidden(let reason): throw refusal("the file cannot be read (\(reason)).")
    case .folder: throw refusal("this is a folder, not a file.")
    case .other: throw refusal("this is not a regular file.")
    case .file: break
    }
  }

  /// Returns the first bytes of a regular file, or nil if it cannot be read.
  static func contents(ofFileAt path: String, upToCount count: Int) -> Data? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    // At the end of a file, the handle returns nil rather than no data.
    do { return try handle.read(upToCount: count) ?? Data() } catch { return nil }
  }

  /// Returns the next bytes of a pipe, once there are some; nil at its end.
  static func next(in descriptor: Int32) -> Data? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 { return Data(bytes[..<count]) }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  static func names(inFolderAt path: String) throws(LabError) -> [String] {
    switch kind(ofFileAt: path) {
    case .missing: throw LabError(subject: path, reason: "no such folder.")
    case .hidden(let reason): throw LabError(subject: path, reason: "the folder cannot be read (\(reason)).")
    case .file, .other: throw LabError(subject: path, reason: "this is a file, not a folder.")
    case .folder: break
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw LabError(subject: path, reason: "the folder cannot be read.")
    }
    return names
  }
}

enum FileOutput {
  /// Writes a text, and returns whether all of it was written; if not, `errno` says why.
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      // The bytes are written before the closure returns, and no more than there are.
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
