#if os(Linux)
import ElmEngine
import Foundation
import StoreCore
import Testing
import _StoreTestSupport

@testable import StorePersistence

/// Processes that share a directory, run out of room, or are killed while they save.
@Suite struct ProcessTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "processes-\(UUID().uuidString)")
  private let saved = Saved("numbers", [Int].self)

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }

  /// The last number that a process noted behind a word.
  private func last(_ word: String, in notes: [String]) -> Int {
    notes.last { $0.hasPrefix(word) }.flatMap { Int($0.dropFirst(word.count + 1)) } ?? -1
  }

  @Test @MainActor func `a process that is killed at any moment loses nothing that was durable`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SplitMix64(seed: 1)
    for round in 0..<Rounds.of(1_000) {
      // A save is seven operations, and a load one.
      let operation = round < 16 ? round + 2 : Int.random(in: 2...60, using: &random)
      let path = folder.path
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, operation = operation as Int] in
        try await SavingProcess.saveNumbers(in: path, killedAt: operation)
      }
      let notes = SavingProcess.notes(in: folder.path)
      let loaded = saved.load(from: FileStorage(directory: folder))
      switch loaded.outcome {
      case .restored: break
      case .nothing: #expect(last("durable", in: notes) == -1)
      default: Issue.record("It was \(loaded.outcome).")
      }
      let count = loaded.value?.count ?? 0
      #expect(loaded.value ?? [] == Array(0..<count))
      #expect(last("durable", in: notes) < count)
      #expect(count - 1 <= last("sent", in: notes))
      #expect(try names().count { $0.hasSuffix(".tmp") } <= 1)
    }
    #expect(last("durable", in: SavingProcess.notes(in: folder.path)) > 0)
  }

  @Test func `two processes with one id lose nothing that is not told`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path
    async let first: Void = write("a", in: path, id: "shared", times: 4)
    async let second: Void = write("b", in: path, id: "shared", times: 4)
    _ = await (first, second)
    let conflicts = SavingProcess.notes(in: path).count { $0 == "conflict" }
    #expect(try names().count { $0.contains(".conflict-") } == conflicts)
    let record = try FileStorage(directory: folder).read("shared")
    #expect(record?.mark.generation == 8)
  }

  @Test func `two processes with two ids do not disturb each other`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (path, count) = (folder.path, Rounds.of(10_000))
    async let first: Void = write("a", in: path, id: "first", times: count)
    async let second: Void = write("b", in: path, id: "second", times: count)
    _ = await (first, second)
    #expect(SavingProcess.notes(in: path).isEmpty)
    for id in ["first", "second"] {
      #expect(try FileStorage(directory: folder).read(id)?.mark.generation == UInt64(count))
    }
  }

  @Test @MainActor func `two processes that resolve what both change lose no write of either`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (path, count) = (folder.path, Rounds.of(10_000))
    async let first: Void = countUp(to: count, as: "a", in: path)
    async let second: Void = countUp(to: count, as: "b", in: path)
    _ = await (first, second)
    let storage = FileStorage(directory: folder)
    #expect(SavingProcess.counts.load(from: storage).value == ["a": count, "b": count])
    // Each write is one, and there is no other.
    #expect(try storage.read("counts")?.mark.generation == UInt64(2 * count))
    #expect(try names().allSatisfy { !$0.contains(".conflict-") })
    #expect(SavingProcess.notes(in: path).isEmpty)
  }

  private func countUp(to count: Int, as word: String, in path: String) async {
    await #expect(processExitsWith: .success) { [word = word as String, path = path as String, count = count as Int] in
      try SavingProcess.count(to: count, as: word, in: path)
    }
  }

  private func write(_ word: String, in path: String, id: String, times count: Int) async {
    let names = [word, path, id]
    await #expect(processExitsWith: .success) { [names = names as [String], count = count as Int] in
      try SavingProcess.write(names[0], in: names[1], id: names[2], times: count)
    }
  }

  @Test func `a disk without room leaves the old record, and the next save succeeds when there is some`() async {
    await #expect(processExitsWith: .success) { try await SavingProcess.runOutOfRoom() }
  }
}

/// What the processes do.
private enum SavingProcess {
  static func notes(in folder: String) -> [String] {
    let text = FileManager.default.contents(atPath: folder + "/notes").map { String(decoding: $0, as: UTF8.self) }
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// Adds a line, which a kill leaves as it is.
  static func note(_ words: String, in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = open(folder + "/notes", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(file) }
    let line = Array("\(words)\n".utf8)
    guard Glibc.write(file, line, line.count) == line.count else { throw CocoaError(.fileWriteUnknown) }
  }

  @MainActor
  static func saveNumbers(in folder: String, killedAt operation: Int) async throws {
    let storage = FileStorage(directory: folder, files: KillingFiles(at: operation))
    let loaded = Saved("numbers", [Int].self).load(from: storage)
    let store = Store(initialState: loaded.value ?? []) { (numbers: inout [Int], number: Int) in
      numbers.append(number)
      return .none
    }
    let saving = store.persist(\.self, as: loaded, every: .zero)
    while true {
      let next = store.state.count
      try note("sent \(next)", in: folder)
      store.send(next)
      try await saving.save()
      try note("durable \(next)", in: folder)
    }
  }

  static func write(_ word: String, in folder: String, id: String, times count: Int) throws {
    let storage = FileStorage(directory: URL(filePath: folder))
    let definition = Saved(id, String.self)
    let loaded = definition.definition.load(from: SaveLane.lane(of: id, in: storage))
    let writer = RecordWriter(behind: loaded) { "" }
    for number in 0..<count {
      if case .storedBesideTheirs = try writer.write("\(word) \(number)") { try note("conflict", in: folder) }
    }
  }

  static let counts = Saved("counts", [String: Int].self)

  /// Saves each number under a word, beside what the other process has.
  static func count(to count: Int, as word: String, in folder: String) throws {
    let lane = SaveLane.lane(of: "counts", in: FileStorage(directory: URL(filePath: folder)))
    let loaded = counts.definition.load(from: lane)
    let writer = RecordWriter(behind: loaded) {
      [:]
    } resolve: { mine, theirs in
      mine.merging(theirs) { max($0, $1) }
    }
    var value = loaded.value ?? [:]
    for number in 1...count {
      value[word] = number
      switch try writer.write(value) {
      case .stored: break
      case .storedBesideTheirs: try note("conflict", in: folder)
      case .resolved(let both):
        writer.adopt(both)
        value = both.value
      }
    }
  }

  @MainActor
  static func runOutOfRoom() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "room-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let saved = Saved("text", String.self)
    let store = Store(initialState: "", options: .init(logger: nil)) { (text: inout String, new: String) in
      text = new
      return .none
    }
    let saving = store.persist(\.self, as: saved.load(from: FileStorage(directory: folder)), every: .zero)
    store.send("small")
    try await saving.save()
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    let old = limit
    limit.rlim_cur = 4096
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    signal(SIGXFSZ, SIG_IGN)
    store.send(String(repeating: "large ", count: 10_000))
    do {
      try await saving.save()
      fatalError("There was room.")
    } catch {
      guard case .storage(let reason) = error.reason, "\(reason)".contains("File too large") else {
        fatalError("It failed otherwise: \(error)")
      }
    }
    let bytes = try FileStorage(directory: folder).read("text")?.payload
    guard bytes == Data(#""small""#.utf8) else { fatalError("The old record is gone.") }
    limit = old
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    try await saving.save()
    let text = saved.load(from: FileStorage(directory: folder)).value
    guard text?.count == 60_000 else { fatalError("It was not saved.") }
  }
}

/// Files of the system, until the process is killed at an operation: before it, or in the middle of a write.
private final class KillingFiles: FileOperations {
  private let system = SystemFiles()
  private let last: Int
  private let count = Locked(0)

  init(at last: Int) { self.last = last }

  private func step(beforeEnd: () -> Void = {}) {
    let number = count.withLock { count in
      count += 1
      return count
    }
    guard number >= last else { return }
    beforeEnd()
    kill(getpid(), SIGKILL)
    while true { pause() }
  }

  func makeDirectory(_ path: String) throws {
    step()
    try system.makeDirectory(path)
  }

  func withLock<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    step()
    return try system.withLock(path, body)
  }

  func read(_ path: String, limit: Int?) throws -> Data? {
    step()
    return try system.read(path, limit: limit)
  }

  func write(_ bytes: Data, to path: String) throws {
    step { try? system.write(bytes.prefix(bytes.count / 2), to: path) }
    try system.write(bytes, to: path)
  }

  func sync(_ path: String) throws {
    step()
    try system.sync(path)
  }

  func link(_ path: String, to other: String) throws -> Bool {
    step()
    return try system.link(path, to: other)
  }

  func rename(_ path: String, to other: String) throws {
    step()
    try system.rename(path, to: other)
  }

  func syncDirectory(_ path: String) throws {
    step()
    try system.syncDirectory(path)
  }

  func names(in directory: String) throws -> [String] {
    step()
    return try system.names(in: directory)
  }
}
#endif
