import Foundation
import Testing

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
