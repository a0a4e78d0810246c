package import Foundation

/// Looks at files, following symbolic links, without ever waiting for a pipe or a device.
package enum FileProbe {
  /// What a path leads to, at its end.
  package static func kind(ofFileAt path: String) -> Kind {
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
  package static func contents(ofFileAt path: String, upToCount count: Int) -> Data? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    // At the end of a file, the handle answers nil rather than no data.
    do { return try handle.read(upToCount: count) ?? Data() } catch { return nil }
  }
}
