/// All text files of a folder, read once and kept, so that every engine searches the same text.
///
/// ```swift
/// let corpus = try Corpus(folder: "Sources", extensions: ["swift"])
/// ```
struct Corpus: Equatable, Sendable {
  /// The folder as the user named it.
  let folder: String
  /// The files, sorted by path.
  let files: [SearchFile]
  /// The files that could not be read as text, sorted by path.
  let skipped: [SkippedFile]

  /// No files at all, for scenarios that search none.
  static let empty = Corpus(folder: "", files: [])

  /// The places of the files by the bytes of their paths, since strings that differ in bytes may be equal.
  let indices: [[UInt8]: Int]

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - extensions: The extensions of the files to read, without dots; case makes no difference.
  /// - Throws: A ``LabError`` if the folder cannot be read. A file that cannot be read is listed in ``skipped``.
  init(folder: String, extensions: [String]) throws(LabError) {
    let source = try Folder(path: folder, extensions: extensions)
    let listing = source.list {}
    var files: [SearchFile] = []
    var skipped = listing.skipped
    for path in listing.paths {
      switch source.read(path) {
      case .text(let file): files.append(file)
      case .skipped(let file): skipped.append(file)
      }
    }
    self.init(folder: folder, files: files, skipped: skipped)
  }

  /// Creates a corpus from files at hand, for tests and samples.
  ///
  /// - Precondition: No two files share a path.
  init(folder: String, files: [SearchFile], skipped: [SkippedFile] = []) {
    self.folder = folder
    self.files = files.sorted { String.isInByteOrder($0.path, $1.path) }
    self.skipped = skipped.sorted { String.isInByteOrder($0.path, $1.path) }
    indices = Dictionary(uniqueKeysWithValues: zip(self.files.map { Array($0.path.utf8) }, self.files.indices))
  }
}

extension Corpus: SearchSource {
  /// The paths of all files; never suspends.
  func list() async throws -> FileListing {
    FileListing(paths: files.map(\.path), skipped: skipped)
  }

  /// The file of that path; never suspends.
  func read(_ path: String) async throws -> FileReading {
    guard let index = indices[Array(path.utf8)] else { return .skipped(SkippedFile(path: path, reason: .unreadable)) }
    return .text(files[index])
  }
}
