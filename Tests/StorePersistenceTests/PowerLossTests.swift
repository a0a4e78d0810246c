import Foundation
import StoreCore
import Testing

@testable import StorePersistence

/// Each state in which a loss of power may leave a directory, after each operation of a save.
@Suite struct PowerLossTests {
  private func record(_ generation: UInt64, _ text: String) -> SavedRecord {
    SavedRecord(version: 1, mark: SavedMark(writer: "w", generation: generation), payload: Data(text.utf8))
  }

  /// Saves a second record over a first one, and returns what is wrong with the states that may remain.
  private func losses(keeping reason: KeptCopy?, leavingOut skipped: ModelFiles.Sync? = nil) throws -> [String] {
    let files = ModelFiles()
    try FileStorage(directory: "d", files: files)
      .write(record(1, "old"), of: "n", expecting: nil, keepingOldAs: nil)
    files.settle()
    var failures: [String] = []
    var operationCount = 0
    files.skipped = skipped
    files.afterEach = { operation in
      operationCount += 1
      for state in files.possibleStates {
        let name = "after \(operation): \(state.keys.sorted())"
        guard let bytes = state["d/n.saved"] else {
          failures.append("\(name) has no record")
          continue
        }
        guard let read = try? SavedFile.record(in: bytes, id: "n") else {
          failures.append("\(name) has a damaged record")
          continue
        }
        if read.mark.generation == 2, reason != nil, state["d/n.damaged-1"] == nil {
          failures.append("\(name) has lost the old bytes")
        }
      }
    }
    try FileStorage(directory: "d", files: files)
      .write(record(2, "new"), of: "n", expecting: record(1, "").mark, keepingOldAs: reason)
    // Once it has returned, the record is durable.
    for state in files.possibleStates {
      let read = state["d/n.saved"].flatMap { try? SavedFile.record(in: $0, id: "n") }
      if read?.mark.generation != 2 { failures.append("the new record was not durable") }
    }
    #expect(operationCount >= 4)
    return failures
  }

  @Test func `a loss of power leaves the old record or the new one`() throws {
    #expect(try losses(keeping: nil) == [])
    #expect(try losses(keeping: .damaged) == [])
  }

  @Test(arguments: [nil, KeptCopy.version(1)])
  func `a loss of power while a record leaves its former name loses nothing`(keeping reason: KeptCopy?) throws {
    let files = ModelFiles()
    files.write(try SavedFile.bytes(of: record(1, "old"), id: "N"), to: "d/N.saved")
    files.settle()
    /// The records in the states that may remain, where a load looks for them first.
    func records() -> [SavedRecord?] {
      files.possibleStates.map { state in
        (state["d/%4E.saved"] ?? state["d/N.saved"]).flatMap { try? SavedFile.record(in: $0, id: "N") }
      }
    }
    var operations: [String] = []
    files.afterEach = { operation in
      operations.append(operation)
      #expect(!records().contains(nil), "after \(operation)")
    }
    try FileStorage(directory: "d", files: files)
      .write(record(2, "new"), of: "N", expecting: record(1, "").mark, keepingOldAs: reason)
    #expect(operations.first == "the rename")
    #expect(Set(records()) == [record(2, "new")])
    let copies = files.possibleStates.map { $0["d/%4E.version-1"] }
    #expect(copies.allSatisfy { ($0 != nil) == (reason != nil) })
  }

  @Test func `without the sync of the file, or of the directory, it would not`() throws {
    #expect(try losses(keeping: nil, leavingOut: .file) != [])
    #expect(try losses(keeping: nil, leavingOut: .directory) != [])
    #expect(try losses(keeping: .damaged, leavingOut: .directory).contains { $0.contains("lost the old bytes") })
  }
}

/// A file system that knows which of its bytes and names are durable, and what may remain of the others.
private final class ModelFiles: FileOperations {
  enum Sync { case file, directory }

  private struct File {
    var bytes = Data()
    /// What was written and is not durable yet: any prefix of it may remain, and zeros in its place.
    var durable = Data()
  }

  private struct Change {
    let name: String
    /// The number of the file; `nil` if the name is removed.
    let file: Int?
  }

  private struct State {
    var files: [File] = []
    var names: [String: Int] = [:]
    /// The names that are durable, and the later changes, of which any may have become so.
    var durableNames: [String: Int] = [:]
    var changes: [[Change]] = []
    var afterEach: ((String) -> Void)?
    var skipped: Sync?
  }

  // Used on one thread, by calls that do not nest: a lock would be held while 'afterEach' reads.
  nonisolated(unsafe) private var state = State()

  var afterEach: ((String) -> Void)? {
    get { state.afterEach }
    set { state.afterEach = newValue }
  }

  var skipped: Sync? {
    get { state.skipped }
    set { state.skipped = newValue }
  }

  /// Makes everything durable.
  func settle() {
    for place in state.files.indices { state.files[place].durable = state.files[place].bytes }
    state.durableNames = state.names
    state.changes = []
  }

  /// The directories that a loss of power may leave now.
  var possibleStates: [[String: Data]] {
    (0..<1 << state.changes.count).flatMap { mask -> [[String: Data]] in
      var names = state.durableNames
      for (place, changes) in state.changes.enumerated() where mask >> place & 1 == 1 {
        for change in changes { names[change.name] = change.file }
      }
      // The bytes that are not durable: none of them, half, all.
      return [0, 1, 2].map { part in
        names.mapValues { number in
          let file = state.files[number]
          guard file.bytes != file.durable else { return file.bytes }
          return part == 0 ? file.durable : part == 1 ? file.bytes.prefix(file.bytes.count / 2) : file.bytes
        }
      }
    }
  }

  private func note(_ operation: String) { state.afterEach?(operation) }

  func makeDirectory(_ path: String) {}

  func withLock<Result>(_ path: String, _ body: () throws -> Result) throws -> Result { try body() }

  func read(_ path: String, limit: Int?) -> Data? {
    state.names[path].map { state.files[$0].bytes.prefix(limit ?? .max) }
  }

  func write(_ bytes: Data, to path: String) {
    if let number = state.names[path] {
      state.files[number].bytes = bytes
      state.files[number].durable = Data()
    } else {
      state.files.append(File(bytes: bytes))
      state.names[path] = state.files.count - 1
      state.changes.append([Change(name: path, file: state.files.count - 1)])
    }
    note("the write")
  }

  func sync(_ path: String) {
    if state.skipped != .file, let number = state.names[path] {
      state.files[number].durable = state.files[number].bytes
    }
    note("the sync of the file")
  }

  func link(_ path: String, to other: String) -> Bool {
    guard state.names[other] == nil, let number = state.names[path] else { return false }
    state.names[other] = number
    state.changes.append([Change(name: other, file: number)])
    note("the link")
    return true
  }

  func rename(_ path: String, to other: String) {
    guard let number = state.names.removeValue(forKey: path) else { return }
    state.names[other] = number
    state.changes.append([Change(name: path, file: nil), Change(name: other, file: number)])
    note("the rename")
  }

  func syncDirectory(_ path: String) {
    if state.skipped != .directory {
      state.durableNames = state.names
      state.changes = []
    }
    note("the sync of the directory")
  }

  func names(in directory: String) -> [String] {
    state.names.keys.filter { $0.hasPrefix(directory + "/") }.map { String($0.dropFirst(directory.count + 1)) }
  }
}
