import ElmEngine
import Foundation
import StoreCore
import StorePersistence
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct LoadingTests {
  private struct First: Codable, Sendable { let text: String }
  private struct Second: Codable, Sendable { let texts: [String] }
  private struct Refused: Error {}

  private let bench = TestBench(isTraced: false)
  private let saved = Saved("notes", version: 3, [Note].self)
    .migrating(from: 2, Second.self) { second in second.texts.enumerated().map { Note(id: $0, text: $1) } }
    .migrating(from: 1, First.self) { first in
      guard first.text != "bad" else { throw Refused() }
      return Second(texts: first.text.split(separator: ",").map(String.init))
    }

  private func storage(_ version: Int, _ payload: String) -> MemoryStorage {
    MemoryStorage([
      "notes": SavedRecord(
        version: version,
        mark: SavedMark(writer: "another", generation: 7),
        payload: Data(payload.utf8)
      )
    ])
  }

  private func text(_ record: SavedRecord?) -> String? { record.map { String(decoding: $0.payload, as: UTF8.self) } }

  @Test func `nothing is loaded from an empty storage`() {
    let loaded = saved.load(from: MemoryStorage())
    #expect(loaded.value == nil)
    guard case .nothing = loaded.outcome else {
      Issue.record("It was \(loaded.outcome).")
      return
    }
  }

  @Test func `each version is migrated, and the migrated value is saved beside the old bytes`() async {
    for (version, payload) in [(1, #"{"text":"a,b"}"#), (2, #"{"texts":["a","b"]}"#)] {
      let storage = storage(version, payload)
      let loaded = saved.load(from: storage)
      #expect(loaded.value?.map(\.text) == ["a", "b"])
      guard case .migrated(from: version) = loaded.outcome else {
        Issue.record("It was \(loaded.outcome).")
        continue
      }
      #expect(storage.records["notes"]?.version == version)
      let store = makeElm(bench.options, Notebook(notes: loaded.value ?? []))
      store.persist(\.notes, as: loaded)
      await bench.executor.settle()
      #expect(storage.records["notes"]?.version == 3)
      #expect(storage.records["notes"]?.mark.generation == 8)
      #expect(text(storage.copies(of: "notes")["version-\(version)"]) == payload)
      store.send(.add("c"))
      await bench.clock.advance(by: .seconds(2))
      #expect(storage.copies(of: "notes").count == 1)
    }
  }

  @Test func `what cannot be decoded or migrated is damaged, and set aside by the first save`() async {
    for (version, payload) in [(3, "[1"), (1, #"{"text":"bad"}"#), (3, #"{"text":"a"}"#), (0, "[]")] {
      let storage = storage(version, payload)
      let loaded = saved.load(from: storage)
      #expect(loaded.value == nil)
      guard case .damaged(let reason) = loaded.outcome else {
        Issue.record("It was \(loaded.outcome).")
        continue
      }
      #expect(!reason.isEmpty)
      let store = makeElm(bench.options)
      store.persist(\.notes, as: loaded) { .failed("\($0)") }
      store.send(.tick)
      await bench.clock.advance(by: .seconds(2))
      #expect(store.state.failures.count == 1)
      #expect(store.state.failures.first?.contains(reason) == true)
      // Only a change is saved.
      #expect(text(storage.records["notes"]) == payload)
      for text in ["a", "b"] {
        store.send(.add(text))
        await bench.clock.advance(by: .seconds(2))
      }
      #expect(storage.records["notes"]?.version == 3)
      #expect(storage.copies(of: "notes").mapValues { text($0) } == ["damaged-1": payload])
    }
  }

  @Test func `a newer version is left alone, and told`() async {
    let payload = "[]"
    let storage = storage(4, payload)
    let loaded = saved.load(from: storage)
    guard case .newer(version: 4) = loaded.outcome else {
      Issue.record("It was \(loaded.outcome).")
      return
    }
    let store = makeElm(bench.options)
    let saving = store.persist(\.notes, as: loaded) { .failed("\($0)") }
    store.send(.add("a"))
    await bench.clock.advance(by: .seconds(2))
    #expect(text(storage.records["notes"]) == payload)
    #expect(saving.status.words == "refused")
    #expect(store.state.failures.first?.contains("saved by a newer version of the app, 4") == true)
    await #expect(throws: PersistenceFailure.self) { try await saving.save() }
  }

  @Test func `a storage that cannot be read is left alone, and told`() async {
    let storage = FaultyStorage()
    storage.readError = Refused()
    let loaded = saved.load(from: storage)
    guard case .unreadable(let error) = loaded.outcome else {
      Issue.record("It was \(loaded.outcome).")
      return
    }
    #expect(error is Refused)
    let log = EventLog()
    var options = bench.options
    options.observers = [log]
    let store = makeElm(options)
    store.persist(\.notes, as: loaded)
    store.send(.add("a"))
    await bench.clock.advance(by: .seconds(2))
    #expect(storage.memory.records.isEmpty)
    // Without 'failed:' it is an error that nothing handles.
    #expect(log.events("uncaught").count == 1)
  }

  // MARK: Failures

  @Test func `a write that fails is tried again with the newest value, and told once`() async {
    let storage = FaultyStorage()
    let store = makeElm(bench.options)
    let saving = store.persist(\.notes, as: saved.load(from: storage)) { .failed("\($0.id)") }
    storage.writeError = Refused()
    store.send(.add("a"))
    await bench.executor.settle()
    #expect(saving.status.words == "failing")
    store.send(.add("b"))
    await bench.clock.advance(by: .seconds(10))
    #expect(store.state.failures == ["notes"])
    #expect(saving.status.words == "failing")
    storage.writeError = nil
    await bench.clock.advance(by: .seconds(60))
    #expect(saving.status.words == "saved")
    #expect(saved.load(from: storage).value?.map(\.text) == ["a", "b"])
    storage.writeError = Refused()
    store.send(.add("c"))
    await bench.clock.advance(by: .seconds(2))
    #expect(store.state.failures == ["notes", "notes"])
    await #expect(throws: PersistenceFailure.self) { try await saving.save() }
  }

  @Test func `a value that cannot be encoded is told, and tried again when it has changed`() async {
    let storage = MemoryStorage()
    let store = makeElm(bench.options)
    let number = Saved("number", Double.self)
    let saving = store.persist(
      \.notes.count,
      as: number.load(from: storage),
      value: { $0 == 1 ? .infinity : Double($0) },
      failed: { .failed("\($0)") }
    )
    store.send(.add("a"))
    await bench.clock.advance(by: .seconds(5))
    await bench.clock.advance(by: .seconds(500))
    #expect(saving.status.words == "failing")
    // The action is a change, too, after which the same value is not told again.
    #expect(store.state.failures.count == 1)
    #expect(store.state.failures.first?.contains("could not be encoded") == true)
    store.send(.add("b"))
    await bench.clock.advance(by: .seconds(60))
    #expect(saving.status.words == "saved")
    #expect(number.load(from: storage).value == 2)
  }

  @Test func `what another process has written is set aside, and told`() async {
    let storage = MemoryStorage()
    let store = makeElm(bench.options)
    let saving = store.persist(\.notes, as: saved.load(from: storage)) { .failed("\($0.reason)") }
    for round in 1...KeptCopy.limit + 1 {
      let foreign = MemoryStorage(
        ["notes": SavedRecord(version: 3, mark: SavedMark(writer: "another", generation: 99), payload: Data("[]".utf8))]
      )
      storage.replace(with: foreign, "notes")
      store.send(.add("\(round)"))
      await bench.clock.advance(by: .seconds(2))
    }
    let copies = storage.copies(of: "notes")
    #expect(copies.keys.sorted() == (1...KeptCopy.limit).map { "conflict-\($0)" })
    let failures = Array(repeating: "conflict", count: KeptCopy.limit) + ["tooManyCopies"]
    #expect(store.state.failures == failures)
    #expect(saving.status.words == "failing")
  }
}

extension MemoryStorage {
  /// Takes a record of another storage, as another process may write it.
  fileprivate func replace(with other: MemoryStorage, _ id: String) {
    guard let record = other.records[id] else { return }
    // Behind what is there, whatever that is.
    try? write(record, of: id, expecting: records[id]?.mark, keepingOldAs: nil)
  }
}

/// A storage in memory whose calls fail on demand.
final class FaultyStorage: SavedStorage {
  private struct Faults {
    var readError: (any Error)?
    var writeError: (any Error)?
  }

  let memory: MemoryStorage
  private let faults = Locked(Faults())

  init(_ memory: MemoryStorage = MemoryStorage()) { self.memory = memory }

  var readError: (any Error)? {
    get { faults.withLock { $0.readError } }
    set { faults.withLock { $0.readError = newValue } }
  }

  var writeError: (any Error)? {
    get { faults.withLock { $0.writeError } }
    set { faults.withLock { $0.writeError = newValue } }
  }

  var identity: String { memory.identity }
  var isInstant: Bool { true }

  func read(_ id: String) throws -> SavedRecord? {
    if let readError { throw readError }
    return memory.read(id)
  }

  func write(_ record: SavedRecord, of id: String, expecting: SavedMark?, keepingOldAs: KeptCopy?) throws {
    if let writeError { throw writeError }
    try memory.write(record, of: id, expecting: expecting, keepingOldAs: keepingOldAs)
  }
}
