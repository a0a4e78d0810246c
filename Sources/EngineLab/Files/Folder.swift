import Foundation

/// A folder of text files, whose files are listed and read anew for each search, on the concurrent executor.
///
/// Hidden files and folders are left out. A symbolic link to a file counts as that file; one to a folder is not
/// entered, so links can neither make a walk endless nor lead out of the folder unseen.
struct Folder: Equatable, Sendable {
  /// The size above which a file is skipped.
  static let maximumFileSize = 4 << 20

  /// The folder as the user named it.
  let folder: String

  private let root: String
  /// The beginning of all shown paths: the folder's own name.
  private let prefix: String
  private let extensions: Set<String>

  /// Opens a folder, to list the files with these extensions, which have no dots and any case.
  init(path: String, extensions: [String]) throws(LabError) {
    _ = try FileProbe.names(inFolderAt: path)
    folder = path
    root = URL(fileURLWithPath: path).standardizedFileURL.path
    prefix = root == "/" ? "/" : URL(fileURLWithPath: root).lastPathComponent + "/"
    self.extensions = Set(extensions.map { $0.lowercased() })
  }

  /// Finds the files with the chosen extensions, in all folders below, and what cannot be read on the way.
  ///
  /// In a cancelled task the walk ends before its next folder.
  func files() -> FileListing {
    var listing = FileListing()
    var pending = [""]
    while !Task.isCancelled, let folder = pending.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder) else {
        listing.skipped.append(SkippedFile(path: prefix + folder.dropLast(), reason: .unreadable))
        continue
      }
      for name in names where !name.hasPrefix(".") {
        let path = folder + name
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: root + "/" + path)) != nil
        let hasExtension = extensions.contains((name as NSString).pathExtension.lowercased())
        switch FileProbe.kind(ofFileAt: root + "/" + path) {
        case .folder where !isLink: pending.append(path + "/")
        case .file where hasExtension: listing.paths.append(prefix + path)
        case .missing where hasExtension: listing.skipped.append(SkippedFile(path: prefix + path, reason: .unreadable))
        case .folder, .file, .missing, .other: break
        }
      }
    }
    listing.paths.sort(by: String.isInByteOrder)
    listing.skipped.sort { String.isInByteOrder($0.path, $1.path) }
    return listing
  }

  /// Reads a file that a listing found.
  ///
  /// Bytes that are not UTF-8 become replacement characters.
  func file(_ path: String) -> FileReading {
    // Bytes, because a name may begin with an accent that joins the slash before it to one character.
    let location = root + "/" + String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    // The file may have changed since the listing: never open what might block.
    guard FileProbe.kind(ofFileAt: location) == .file,
      let data = FileProbe.contents(ofFileAt: location, upToCount: Self.maximumFileSize + 1)
    else { return .failure(SkippedFile(path: path, reason: .unreadable)) }
    if data.count > Self.maximumFileSize { return .failure(SkippedFile(path: path, reason: .tooLarge)) }
    if data.contains(0) { return .failure(SkippedFile(path: path, reason: .binary)) }
    return .success(SearchFile(path: path, text: String(decoding: data, as: UTF8.self)))
  }
}

extension Folder: SearchSource {
  @concurrent func list() async throws -> FileListing {
    let listing = files()
    try Task.checkCancellation()
    return listing
  }

  @concurrent func read(_ path: String) async throws -> FileReading {
    try Task.checkCancellation()
    return file(path)
  }
}

/// All text files of a folder, read once and kept, so that every engine searches the same text.
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
  private let indices: [[UInt8]: Int]

  init(_ folder: Folder) {
    let listing = folder.files()
    var files: [SearchFile] = []
    var skipped = listing.skipped
    for path in listing.paths {
      switch folder.file(path) {
      case .success(let file): files.append(file)
      case .failure(let file): skipped.append(file)
      }
    }
    self.init(folder: folder.folder, files: files, skipped: skipped)
  }

  /// Creates a corpus from files at hand.
  ///
  /// - Precondition: No two files share a path.
  init(folder: String, files: [SearchFile], skipped: [SkippedFile] = []) {
    self.folder = folder
    self.files = files.sorted { String.isInByteOrder($0.path, $1.path) }
    self.skipped = skipped.sorted { String.isInByteOrder($0.path, $1.path) }
    indices = Dictionary(uniqueKeysWithValues: zip(self.files.map { Array($0.path.utf8) }, self.files.indices))
  }
}

// It never suspends.
extension Corpus: SearchSource {
  func list() async throws -> FileListing {
    FileListing(paths: files.map(\.path), skipped: skipped)
  }

  func read(_ path: String) async throws -> FileReading {
    guard let index = indices[Array(path.utf8)] else { return .failure(SkippedFile(path: path, reason: .unreadable)) }
    return .success(files[index])
  }
}
