public import Foundation

/// A storage with a file for each id, in a directory.
///
/// A save writes a file beside the old one, makes it durable and renames it, so that a crash or a loss of power leaves the
/// old record or the new one. Processes that share the directory take turns, by a lock that the end of a process frees.
/// Bytes that are kept have the name of the file and a suffix, such as `notes.damaged-1`; nothing is deleted.
///
/// A file has the name of its id, in which all but small letters of ASCII, digits, `-` and `_` are percent-encoded: two ids
/// that differ only in capital letters have two files everywhere. A save waits for a lock for five seconds at most, and fails
/// then.
///
/// On Apple's systems a save waits for the device itself (`F_FULLFSYNC`). A network file system may have no locks.
public struct FileStorage: SavedStorage {
  private let directory: String
  private let files: any FileOperations

  /// Creates a storage in a directory, which the first save makes.
  public init(directory: URL) {
    self.init(directory: directory.standardizedFileURL.path, files: SystemFiles())
  }

  init(directory: String, files: any FileOperations) {
    self.directory = directory
    self.files = files
  }

  /// The directory.
  public var identity: String { "files in \(directory)" }
  /// `false`.
  public var isInstant: Bool { false }

  /// Reads a record.
  public func read(_ id: String) throws -> SavedRecord? {
    try bytes(of: id, limit: nil).map { try SavedFile.record(in: $0, id: id) }
  }

  /// Reads the mark of a record, from the first bytes of the file.
  public func mark(of id: String) throws -> SavedMark? {
    try bytes(of: id, limit: SavedFile.headerLimit).map { try SavedFile.mark(in: $0, id: id) }
  }

  /// Replaces a record.
  public func write(_ record: SavedRecord, of id: String, expecting: SavedMark?, keepingOldAs: KeptCopy?) throws {
    let bytes = try SavedFile.bytes(of: record, id: id)
    try files.makeDirectory(directory)
    try files.withLock("\(directory)/.\(SavedFile.name(of: id)).lock") {
      try leaveFormerPath(of: id)
      let header = try files.read(path(of: id), limit: SavedFile.headerLimit)
      try SavedFile.check(header, id: id, expecting: expecting, keepingOldAs)
      let temporary = "\(directory)/.\(SavedFile.name(of: id)).tmp"
      try files.write(bytes, to: temporary)
      try files.sync(temporary)
      if let keepingOldAs { try keep(id, keepingOldAs) }
      try files.rename(temporary, to: path(of: id))
      try files.syncDirectory(directory)
    }
  }

  /// Gives the file another name too, before the first one becomes another file's.
  private func keep(_ id: String, _ reason: KeptCopy) throws {
    guard try files.read(path(of: id), limit: 1) != nil else { return }
    let name = SavedFile.name(of: id)
    let copies = try files.names(in: directory).filter { $0.hasPrefix("\(name).") && $0 != "\(name).saved" }
    guard copies.count < KeptCopy.limit else { throw TooManyCopies() }
    var number = 1
    while try !files.link(path(of: id), to: "\(directory)/\(name).\(reason.name(number))") { number += 1 }
    // A loss of power may otherwise keep the renaming and lose this name.
    try files.syncDirectory(directory)
  }

  private func path(of id: String) -> String { "\(directory)/\(SavedFile.name(of: id)).saved" }

  // MARK: Capital letters

  /// Where earlier versions have put the record of an id with capital letters: it is read there until the next save.
  private func formerPath(of id: String) -> String? {
    let (name, key) = (SavedFile.name(of: id), SavedFile.key(of: id))
    return name == key ? nil : "\(directory)/\(key).saved"
  }

  /// The bytes of a record, or the first ones.
  private func bytes(of id: String, limit: Int?) throws -> Data? {
    if let bytes = try files.read(path(of: id), limit: limit) { return bytes }
    guard let former = formerPath(of: id) else { return nil }
    // A damaged one is told, and stays where it is.
    if let bytes = try files.read(former, limit: limit), [nil, id].contains(SavedFile.id(in: bytes)) { return bytes }
    // A save may have renamed it between the two reads.
    return try files.read(path(of: id), limit: limit)
  }

  /// Gives a record its present name, under the lock, unless the file is another id's, or may be.
  private func leaveFormerPath(of id: String) throws {
    guard let former = formerPath(of: id), try files.read(path(of: id), limit: 1) == nil else { return }
    guard let bytes = try files.read(former, limit: SavedFile.headerLimit) else { return }
    if SavedFile.id(in: bytes) == id { try files.rename(former, to: path(of: id)) }
  }
}
