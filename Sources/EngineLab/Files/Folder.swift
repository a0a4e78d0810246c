import Foundation

/// A folder of text files, read directly and synchronously.
///
/// Hidden files and folders are left out. A symbolic link to a file counts as that file; one to a folder is not
/// entered, so links can neither make a walk endless nor lead out of the folder unseen.
struct Folder: Equatable, Sendable {
  /// The size above which a file is skipped.
  static let maximumFileSize = 4 << 20

  /// The folder's own name, with which all shown paths begin.
  let name: String

  private let root: String
  private let prefix: String
  private let extensions: Set<String>

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - path: The path of the folder; `Sources`, `../app/Sources` and `.` are all fine.
  ///   - extensions: The extensions of the files to list, without dots; case makes no difference.
  /// - Throws: A ``LabError`` if there is no folder of that path, or it cannot be read.
  init(path: String, extensions: [String]) throws(LabError) {
    switch FileProbe.kind(ofFileAt: path) {
    case .missing:
      throw LabError(subject: path, reason: "no such folder.")
    case .file, .other:
      throw LabError(subject: path, reason: "this is a file, not a folder.")
    case .folder:
      break
    }
    root = URL(fileURLWithPath: path).standardizedFileURL.path
    do {
      _ = try FileManager.default.contentsOfDirectory(atPath: root)
    } catch {
      throw LabError(subject: path, reason: "the folder cannot be read.")
    }
    name = root == "/" ? "/" : URL(fileURLWithPath: root).lastPathComponent
    prefix = root == "/" ? "/" : name + "/"
    self.extensions = Set(extensions.map { $0.lowercased() })
  }

  /// Finds the files with the chosen extensions, in all folders below.
  ///
  /// - Parameter checkpoint: Called before each folder is read.
  /// - Returns: The files, and what could not be read on the way.
  /// - Throws: What `checkpoint` throws, which ends the walk.
  func list<Failure: Error>(checkpoint: () throws(Failure) -> Void) throws(Failure) -> FileListing {
    var listing = FileListing()
    var pending = [""]
    while let folder = pending.popLast() {
      try checkpoint()
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder) else {
        listing.skipped.append(SkippedFile(path: prefix + folder.dropLast(), reason: .unreadable))
        continue
      }
      for name in names where !name.hasPrefix(".") {
        let path = folder + name
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: root + "/" + path)) != nil
        let hasExtension = extensions.contains((name as NSString).pathExtension.lowercased())
        switch FileProbe.kind(ofFileAt: root + "/" + path) {
        case .folder where !isLink:
          pending.append(path + "/")
        case .file where hasExtension:
          listing.paths.append(prefix + path)
        case .missing where hasExtension:
          listing.skipped.append(SkippedFile(path: prefix + path, reason: .unreadable))
        case .folder, .file, .missing, .other:
          break
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
  ///
  /// - Parameter path: The path as the listing has it.
  /// - Returns: The text, or why there is none.
  func read(_ path: String) -> FileReading {
    // Bytes, because a name may begin with an accent that joins the slash before it to one character.
    let location = root + "/" + String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    // The file may have changed since the listing: never open what might block.
    guard FileProbe.kind(ofFileAt: location) == .file,
      let data = FileProbe.contents(ofFileAt: location, upToCount: Self.maximumFileSize + 1)
    else { return .skipped(SkippedFile(path: path, reason: .unreadable)) }
    if data.count > Self.maximumFileSize { return .skipped(SkippedFile(path: path, reason: .tooLarge)) }
    if data.contains(0) { return .skipped(SkippedFile(path: path, reason: .binary)) }
    return .text(SearchFile(path: path, text: String(decoding: data, as: UTF8.self)))
  }
}

/// The text files of a folder, listed and read anew for each search, on the concurrent executor.
///
/// Cancelling the calling task ends a listing before its next folder, and a reading before its file; the file that is
/// being read is read to its end.
struct FolderReader: Equatable, Sendable {
  /// The folder as the user named it.
  let folder: String

  let source: Folder

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - extensions: The extensions of the files to read, without dots; case makes no difference.
  /// - Throws: A ``LabError`` if the folder cannot be read.
  init(folder: String, extensions: [String]) throws(LabError) {
    self.folder = folder
    source = try Folder(path: folder, extensions: extensions)
  }
}

extension FolderReader: SearchSource {
  /// Walks through the folder, off the caller's actor.
  ///
  /// - Throws: `CancellationError` once the calling task is cancelled.
  @concurrent func list() async throws -> FileListing {
    try source.list { try Task.checkCancellation() }
  }

  /// Reads one file, off the caller's actor.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled before the file is opened.
  @concurrent func read(_ path: String) async throws -> FileReading {
    try Task.checkCancellation()
    return source.read(path)
  }
}
