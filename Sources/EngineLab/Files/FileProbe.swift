import Foundation

/// Looks at files, following symbolic links, without ever waiting for a pipe or a device.
enum FileProbe {
  /// What a path leads to.
  enum Kind: Equatable, Sendable {
    /// Nothing, or a symbolic link to nothing or to itself.
    case missing
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A pipe, a socket or a device: reading it might never end.
    case other
  }

  /// What a path leads to, at its end.
  static func kind(ofFileAt path: String) -> Kind {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: path, isDirectory: &isFolder) else { return .missing }
    if isFolder.boolValue { return .folder }
    // The attributes are those of a link itself, so resolve it first.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let type = try? manager.attributesOfItem(atPath: target)[.type] as? FileAttributeType
    return type == .typeRegular ? .file : .other
  }

  /// The first bytes of a regular file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - count: The number of bytes after which to stop.
  /// - Returns: The bytes, or nil if the file cannot be read.
  static func contents(ofFileAt path: String, upToCount count: Int) -> Data? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    // At the end of a file, the handle answers nil rather than no data.
    do { return try handle.read(upToCount: count) ?? Data() } catch { return nil }
  }
}

/// Tells text from binary data.
enum TextCheck {
  /// The place of the first byte that no UTF-8 text holds: a NUL, or a byte of a broken sequence.
  ///
  /// - Returns: The offset of the byte, or nil for text.
  static func firstBinaryByte(in bytes: [UInt8]) -> Int? {
    let nul = bytes.firstIndex(of: 0)
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        offset += UTF8.width(scalar)
      case .emptyInput:
        return nul
      case .error:
        return min(offset, nul ?? offset)
      }
    }
  }
}

/// Writes to files that are open.
enum FileOutput {
  /// Writes a whole text.
  ///
  /// - Returns: Whether all of it was written; else `errno` says why not.
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
