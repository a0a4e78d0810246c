import Foundation
import StoreCore
import Testing
import _StoreTestSupport

@testable import StorePersistence

/// Files on the system's disk.
@Suite final class FileStorageTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "saved-\(UUID().uuidString)")
  private var storage: FileStorage { FileStorage(directory: folder) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func record(_ generation: UInt64, _ text: String) -> SavedRecord {
    SavedRecord(version: 2, mark: SavedMark(writer: "w", generation: generation), payload: Data(text.utf8))
  }

  private func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: folder.path + "/" + name) }

  @Test func `a file is a line of JSON and the payload`() throws {
    try storage.write(record(1, "[1]"), of: "notes", expecting: nil, keepingOldAs: nil)
    let text = try #require(bytes("notes.saved").map { String(decoding: $0, as: UTF8.self) })
    #expect(
      text == """
        {"crc32":"41486f38","generation":1,"id":"notes","length":3,"storeEngines":1,"version":2,"writer":"w"}
        [1]
        """
    )
    #expect(try storage.read("notes") == record(1, "[1]"))
    #expect(try storage.read("other") == nil)
  }

  @Test func `the checksum is that of zlib`() {
    #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
  }

  @Test func `an id may have any characters`() throws {
    for id in ["a/b", "..", "ä ö", "a%2Fb"] {
      try storage.write(record(1, id), of: id, expecting: nil, keepingOldAs: nil)
      #expect(try storage.read(id) == record(1, id))
    }
    #expect(bytes("a%2Fb.saved") != nil)
    #expect(throws: SavedFile.LongID.self) {
      try storage.write(record(1, ""), of: String(repeating: "a", count: 500), expecting: nil, keepingOldAs: nil)
    }
  }

  // MARK: Capital letters

  @Test func `ids that differ in capital letters have two files, also where names do not`() throws {
    let storage = FileStorage(directory: folder.path, files: CaselessFiles())
    for id in ["notes", "Notes", "nOTES"] {
      try storage.write(record(1, id), of: id, expecting: nil, keepingOldAs: nil)
    }
    for id in ["notes", "Notes", "nOTES"] { #expect(try storage.read(id) == record(1, id)) }
    #expect(SavedFile.name(of: "aZ") == "a%5A")
  }

  @Test func `a file with capital letters, as earlier versions named it, is read, and renamed by a save`() throws {
    try put(record(1, "old"), of: "Notes", as: "Notes.saved")
    #expect(try storage.read("Notes") == record(1, "old"))
    #expect(try storage.mark(of: "Notes") == record(1, "").mark)
    #expect(throws: SavedConflict(record(1, "").mark)) {
      try storage.write(record(2, "new"), of: "Notes", expecting: nil, keepingOldAs: nil)
    }
    try storage.write(record(2, "new"), of: "Notes", expecting: record(1, "").mark, keepingOldAs: .version(1))
    #expect(try storage.read("Notes") == record(2, "new"))
    #expect(bytes("Notes.saved") == nil)
    #expect(bytes("%4Eotes.version-1") == (try SavedFile.bytes(of: record(1, "old"), id: "Notes")))
  }

  @Test func `a file of another id, or one that may be, is left where it is`() throws {
    let storage = FileStorage(directory: folder.path, files: CaselessFiles())
    try storage.write(record(1, "small"), of: "notes", expecting: nil, keepingOldAs: nil)
    #expect(try storage.read("Notes") == nil)
    try storage.write(record(1, "large"), of: "Notes", expecting: nil, keepingOldAs: nil)
    #expect(try storage.read("notes") == record(1, "small"))
    try Data("damaged".utf8).write(to: folder.appending(path: "other.saved"))
    #expect(throws: SavedDamage.self) { try storage.read("Other") }
    try storage.write(record(1, "large"), of: "Other", expecting: nil, keepingOldAs: .damaged)
    #expect(try storage.read("Other") == record(1, "large"))
    #expect(bytes("other.saved") == Data("damaged".utf8))
  }

  private func put(_ record: SavedRecord, of id: String, as name: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try SavedFile.bytes(of: record, id: id).write(to: folder.appending(path: name))
  }

  // MARK: Locks

  /// Takes a lock as another process would, and returns what it is let go of by closing.
  private func takeLock(of name: String) throws -> Int32 {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = open(folder.path + "/.\(name).lock", O_RDWR | O_CREAT, 0o600)
    try #require(flock(file, LOCK_EX) == 0)
    return file
  }

  @Test func `a lock that another keeps is an error that says so, and the record stays`() throws {
    try storage.write(record(1, "a"), of: "n", expecting: nil, keepingOldAs: nil)
    let file = try takeLock(of: "n")
    let files = SystemFiles(longestWait: .zero) {
      Issue.record("It waited.")
      close(file)
    }
    let impatient = FileStorage(directory: folder.path, files: files)
    do {
      try impatient.write(record(2, "b"), of: "n", expecting: record(1, "").mark, keepingOldAs: nil)
      Issue.record("It was written.")
    } catch let error as LockedFile {
      #expect("\(error)".hasPrefix("another process has the lock of '\(folder.path)/.n.lock'"))
    }
    #expect(try storage.read("n") == record(1, "a"))
    close(file)
    try impatient.write(record(2, "b"), of: "n", expecting: record(1, "").mark, keepingOldAs: nil)
    #expect(try storage.read("n") == record(2, "b"))
  }

  @Test func `a lock that is let go of in time is waited for`() throws {
    let file = try takeLock(of: "n")
    let files = SystemFiles(longestWait: .seconds(600)) { close(file) }
    let storage = FileStorage(directory: folder.path, files: files)
    try storage.write(record(1, "a"), of: "n", expecting: nil, keepingOldAs: nil)
    #expect(try storage.read("n") == record(1, "a"))
    #expect(SystemFiles().longestWait == .seconds(5))
  }

  @Test func `a record with another mark is not replaced`() throws {
    try storage.write(record(1, "a"), of: "n", expecting: nil, keepingOldAs: nil)
    #expect(throws: SavedConflict(SavedMark(writer: "w", generation: 1))) {
      try storage.write(record(2, "b"), of: "n", expecting: nil, keepingOldAs: nil)
    }
    try storage.write(record(2, "b"), of: "n", expecting: record(1, "").mark, keepingOldAs: nil)
    #expect(try storage.read("n") == record(2, "b"))
  }

  @Test func `old bytes are kept under names of their own, eight at most`() throws {
    var mark: SavedMark?
    for generation in 1...9 as ClosedRange<UInt64> {
      try storage.write(record(generation, "\(generation)"), of: "n", expecting: mark, keepingOldAs: .conflict)
      mark = record(generation, "").mark
    }
    for number in 1...8 { #expect(bytes("n.conflict-\(number)")?.last == UInt8(ascii: "0") + UInt8(number)) }
    #expect(throws: TooManyCopies.self) {
      try storage.write(record(10, ""), of: "n", expecting: mark, keepingOldAs: .version(1))
    }
    #expect(try storage.read("n") == record(9, "9"))
  }

  @Test func `each truncation and each flipped bit is damage, and is set aside`() throws {
    try storage.write(record(1, "[1,2,3]"), of: "n", expecting: nil, keepingOldAs: nil)
    let whole = try #require(bytes("n.saved"))
    let path = folder.path + "/n.saved"
    var damages = (0..<whole.count).map { whole.prefix($0) }
    for bit in 0..<whole.count * 8 {
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      damages.append(bytes)
    }
    for damage in damages {
      do {
        // A letter of the checksum may have become a capital one, and of an id in JSON an escape: not another value.
        let read = try SavedFile.record(in: damage, id: "n")
        #expect(read == record(1, "[1,2,3]"))
      } catch let error as SavedDamage {
        #expect(!error.reason.isEmpty)
      } catch is SavedFile.NewerFormat {
        // A flipped bit has made the format a later one.
      }
    }
    let last = whole.dropLast(60)
    try last.write(to: URL(filePath: path))
    #expect(throws: SavedDamage.self) { try storage.read("n") }
    #expect(throws: SavedConflict(nil)) {
      try storage.write(record(2, "b"), of: "n", expecting: record(1, "").mark, keepingOldAs: nil)
    }
    try storage.write(record(2, "b"), of: "n", expecting: nil, keepingOldAs: .damaged)
    #expect(bytes("n.damaged-1") == Data(last))
    #expect(try storage.read("n") == record(2, "b"))
  }

  /// Damages of a file, with what is lost by them: nothing may be.
  @Test func `flipped bits give no other value, and the bytes are there after ten saves`() throws {
    let numbers = Array(0..<100)
    let definition = Saved("n", [Int].self).definition
    let lane = SaveLane.lane(of: "n", in: storage)
    let writer = RecordWriter(behind: definition.load(from: lane)) { [] }
    _ = try writer.write(numbers)
    let whole = try #require(bytes("n.saved"))
    let file = folder.appending(path: "n.saved")
    var random = SplitMix64(seed: 7)
    for round in 0..<Rounds.of(10_000) {
      var damaged = whole
      // Also several at once, and more often in the short header.
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let end = Bool.random(using: &random) ? damaged.count : 150
        damaged[Int.random(in: 0..<end, using: &random)] ^= 1 << Int.random(in: 0..<8, using: &random)
      }
      try damaged.write(to: file)
      let loaded = definition.load(from: lane)
      switch loaded.outcome {
      case .restored: #expect(loaded.value == numbers)
      case .damaged: #expect(loaded.value == nil)
      case .unreadable(let error): #expect(error is SavedFile.NewerFormat)
      case .nothing, .migrated, .newer: Issue.record("Round \(round): it was \(loaded.outcome).")
      }
      guard round % 20 == 0, case .damaged = loaded.outcome else { continue }
      let writer = RecordWriter(behind: loaded) { [] }
      for number in 1...10 { _ = try writer.write([number]) }
      #expect(definition.load(from: lane).value == [10])
      let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".damaged-") }
      #expect(kept.map { bytes($0) } == [damaged])
      for name in kept { try FileManager.default.removeItem(at: folder.appending(path: name)) }
    }
  }

  @Test func `a damaged value under a whole header is set aside as damaged`() throws {
    try storage.write(record(3, "[1,2,3]"), of: "n", expecting: nil, keepingOldAs: nil)
    var damaged = try #require(bytes("n.saved"))
    damaged[damaged.count - 2] = UInt8(ascii: "9")
    try damaged.write(to: URL(filePath: folder.path + "/n.saved"))
    let definition = Saved("n", version: 2, [Int].self).definition
    let loaded = definition.load(from: SaveLane.lane(of: "n", in: storage))
    guard case .damaged = loaded.outcome else {
      Issue.record("It was \(loaded.outcome).")
      return
    }
    guard case .stored = try RecordWriter(behind: loaded, first: { [] }).write([4]) else {
      Issue.record("It was no plain save.")
      return
    }
    #expect(bytes("n.damaged-1") == damaged)
  }

  @Test func `a file of a later format is left alone`() throws {
    let later = Data(#"{"storeEngines":2,"new":true}"#.utf8) + Data("\n[1]".utf8)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try later.write(to: URL(filePath: folder.path + "/n.saved"))
    let loaded = Saved("n", [Int].self).definition.load(from: SaveLane.lane(of: "n", in: storage))
    guard case .unreadable(let error) = loaded.outcome else {
      Issue.record("It was \(loaded.outcome).")
      return
    }
    #expect("\(error)" == "the file has the format 2, and this app knows 1")
    for reason in [nil, .damaged] as [KeptCopy?] {
      #expect(throws: SavedFile.NewerFormat.self) {
        try storage.write(record(1, "[]"), of: "n", expecting: nil, keepingOldAs: reason)
      }
    }
    #expect(bytes("n.saved") == later)
  }

  @Test func `a directory that cannot be made, and one that is no directory, are errors with their path`() throws {
    try Data("x".utf8).write(to: folder)
    #expect(throws: (any Error).self) {
      try storage.write(record(1, ""), of: "n", expecting: nil, keepingOldAs: nil)
    }
    do {
      _ = try storage.read("n")
      Issue.record("It was read.")
    } catch {
      #expect("\(error)".contains("/n.saved'"))
    }
  }
}

/// Files of a system that does not tell capital letters from small ones.
private struct CaselessFiles: FileOperations {
  private let system = SystemFiles()

  private func path(_ path: String) -> String {
    let url = URL(filePath: path)
    return url.deletingLastPathComponent().path + "/" + url.lastPathComponent.lowercased()
  }

  func makeDirectory(_ path: String) throws { try system.makeDirectory(path) }

  func withLock<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    try system.withLock(path(name), body)
  }

  func read(_ name: String, limit: Int?) throws -> Data? { try system.read(path(name), limit: limit) }
  func write(_ bytes: Data, to name: String) throws { try system.write(bytes, to: path(name)) }
  func sync(_ name: String) throws { try system.sync(path(name)) }
  func link(_ name: String, to other: String) throws -> Bool { try system.link(path(name), to: path(other)) }
  func rename(_ name: String, to other: String) throws { try system.rename(path(name), to: path(other)) }
  func syncDirectory(_ path: String) throws { try system.syncDirectory(path) }
  func names(in directory: String) throws -> [String] { try system.names(in: directory) }
}
