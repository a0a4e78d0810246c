import Foundation

/// All text files of a folder, read once and kept, so that every engine searches the same text.
struct Corpus: Equatable, Sendable {
  /// The size above which a file is skipped.
  static let maximumFileSize = 4 << 20

  /// No files at all, for scenarios that search none.
  static let empty = Corpus(folder: "", files: [])

  /// The folder as the user named it.
  let folder: String
  /// The files, sorted by path.
  let files: [SearchFile]
  /// The files and folders that could not be read as text, sorted by path.
  let skipped: [SkippedFile]
  /// The identities of the files that were read.
  private(set) var ids: Set<FileProbe.ID> = []

  init(folder: String, files: [SearchFile], skipped: [SkippedFile] = []) {
    self.folder = folder
    self.files = files.sorted { String.isInByteOrder($0.path, $1.path) }
    self.skipped = skipped.sorted { String.isInByteOrder($0.path, $1.path) }
  }
}

// MARK: - Reading

extension Corpus {
  /// Reads the files with these extensions, which have no dots and any case, in a folder and all folders below.
  ///
  /// Hidden files and folders are left out. A symbolic link to a file counts as that file; one to a folder is not
  /// followed, so that links can neither make a walk endless nor lead out of the folder unnoticed.
  init(ofFolderAt path: String, extensions: [String]) throws(LabError) {
    _ = try FileProbe.names(inFolderAt: path)
    // As the system follows it: '..' after a link is the parent of the link's target.
    let root = FileProbe.realPath(ofFileAt: path) ?? path
    // All shown paths begin with the folder's own name.
    let last = (path as NSString).lastPathComponent
    let name = [".", ".."].contains(last) ? (root as NSString).lastPathComponent : last
    let prefix = name == "/" ? "/" : name + "/"
    let extensions = Set(extensions.map { $0.lowercased() })
    var files: [SearchFile] = []
    var skipped: [SkippedFile] = []
    var ids: Set<FileProbe.ID> = []
    var pending = [""]
    while let folder = pending.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder) else {
        skipped.append(SkippedFile(path: prefix + folder.dropLast(), reason: .unreadable))
        continue
      }
      for name in names where !name.hasPrefix(".") {
        let (shown, location) = (prefix + folder + name, root + "/" + folder + name)
        let kind = FileProbe.kind(ofFileAt: location)
        if kind == .folder {
          let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: location)) != nil
          if !isLink { pending.append(folder + name + "/") }
        } else if kind != .other, extensions.contains((name as NSString).pathExtension.lowercased()) {
          FileProbe.id(ofFileAt: location).map { _ = ids.insert($0) }
          do throws(SkippedFile.Reason) {
            files.append(SearchFile(path: shown, text: try Self.text(ofFileAt: location)))
          } catch {
            skipped.append(SkippedFile(path: shown, reason: error))
          }
        }
      }
    }
    self.init(folder: path, files: files, skipped: skipped)
    self.ids = ids
  }

  /// Reads a file; bytes that are not UTF-8 become replacement characters.
  private static func text(ofFileAt path: String) throws(SkippedFile.Reason) -> String {
    guard let data = FileProbe.contents(ofFileAt: path, upToCount: maximumFileSize + 1) else { throw .unreadable }
    if data.count > maximumFileSize { throw .tooLarge }
    if data.contains(0) { throw .binary }
    return String(decoding: data, as: UTF8.self)
  }
}

/// A file that a search has to leave out.
struct SkippedFile: Equatable, Sendable, CustomStringConvertible {
  enum Reason: String, Error {
    /// The file holds a NUL byte.
    case binary
    case unreadable
    /// The file is larger than ``Corpus/maximumFileSize``.
    case tooLarge = "larger than 4 MiB"
  }

  let path: String
  let reason: Reason

  /// The file on one line, as in `Sources/logo.txt: binary`.
  var description: String { "\(path.printable): \(reason.rawValue)" }
}

// MARK: - Searching

struct SearchOutcome: Equatable, Sendable {
  /// The first hits, by path and line, up to the limit.
  var hits: [SearchHit] = []
  var totalHits = 0
  var files = 0
  /// The files that could not be searched, sorted by path.
  var skipped: [SkippedFile] = []
}

struct SearchProgress: Equatable, Sendable {
  var done: Int
  var total: Int
  /// The number of hits so far, those beyond the limit included.
  var hits: Int
}

extension Corpus {
  /// Finds a query in all files, one after the other, where the caller runs, and keeps hits up to the limit.
  ///
  /// - Throws: `CancellationError` before a file once the task is cancelled, or what `onFile` throws.
  func search(
    _ query: String,
    limit: Int,
    onFile: (SearchProgress) async throws -> Void = { _ in }
  ) async throws -> SearchOutcome {
    var outcome = SearchOutcome(files: files.count, skipped: skipped)
    for (index, file) in files.enumerated() {
      try Task.checkCancellation()
      let hits = file.hits(for: query)
      outcome.hits += hits.prefix(limit - outcome.hits.count)
      outcome.totalHits += hits.count
      try await onFile(SearchProgress(done: index + 1, total: files.count, hits: outcome.totalHits))
    }
    return outcome
  }
}
