import Foundation

/// The text files of a folder on disk and of the folders in it, without hidden ones.
struct DiskFolder: TextFolder {
  /// Larger files are taken for data.
  private static let largestSize = 1 << 20

  private let root: URL

  /// - Throws: ``CommandError`` if the folder is missing, is not a folder, or may not be read.
  init(path: String) throws {
    root = URL(fileURLWithPath: path, isDirectory: true)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder) else {
      throw CommandError("\(path): there is no such folder")
    }
    guard isFolder.boolValue else { throw CommandError("\(path): is a file, name a folder") }
    guard FileManager.default.isReadableFile(atPath: root.path) else {
      throw CommandError("\(path): may not be read")
    }
  }

  func paths() async throws -> [String] {
    try listing()
  }

  func text(of path: String) async throws -> String? {
    // A file that has disappeared or may not be read does not end a search.
    guard let data = try? Data(contentsOf: root.appendingPathComponent(path)), data.count <= Self.largestSize else {
      return nil
    }
    return data.contains(0) ? nil : String(data: data, encoding: .utf8)
  }

  /// Not `async`, because an enumerator may not be iterated in such a function.
  private func listing() throws -> [String] {
    let files = FileManager.default.enumerator(
      at: root,
      includingPropertiesForKeys: [.isRegularFileKey],
      options: [.skipsHiddenFiles]
    )
    let start = root.standardizedFileURL.path
    var paths: [String] = []
    while let url = files?.nextObject() as? URL {
      try Task.checkCancellation()
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      let path = url.standardizedFileURL.path.dropFirst(start.count)
      paths.append(String(path.drop { $0 == "/" }))
    }
    return paths.sorted()
  }
}
