import ElmEngine
import Foundation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

@testable import StorePersistence

/// Values that other processes save under the same id.
@MainActor
@Suite struct OtherProcessTests {
  private struct Shared: Equatable {
    var numbers: [Int] = []
    var reloads: [[Int]] = []
    var failures = 0
  }

  private enum Change: Sendable {
    case add(Int)
    case reloaded([Int])
    case failed
  }

  private let bench = TestBench(isTraced: false)
  private let storage = MemoryStorage()
  private let saved = Saved("numbers", [Int].self)

  private func store() -> ElmEngine.Store<Shared, Change> {
    ElmEngine.Store(initialState: Shared(), options: bench.options) { (state: inout Shared, change: Change) in
      switch change {
      case .add(let number): state.numbers.append(number)
      case .reloaded(let numbers):
        state.numbers = numbers
        state.reloads.append(numbers)
      case .failed: state.failures += 1
      }
      return .none
    }
  }

  private var present: [Int]? {
    storage.records["numbers"].flatMap { try? JSONDecoder().decode([Int].self, from: $0.payload) }
  }

  private func writeElsewhere(_ numbers: [Int], generation: UInt64 = 50) throws {
    let mark = SavedMark(writer: "elsewhere", generation: generation)
    let record = SavedRecord(version: 1, mark: mark, payload: try JSONEncoder().encode(numbers))
    try storage.write(record, of: "numbers", expecting: storage.records["numbers"]?.mark, keepingOldAs: nil)
  }

  @Test func `a value of another process comes by an action, and is not saved again`() async throws {
    let store = store()
    store.persist(\.numbers, as: saved.load(from: storage), changedOutside: { .reloaded($0) })
    store.send(.add(1))
    await bench.clock.advance(by: .seconds(2))
    try writeElsewhere([1, 2])
    await bench.clock.advance(by: .seconds(1))
    #expect(store.state.numbers == [1, 2])
    await bench.clock.advance(by: .seconds(10))
    #expect(store.state.reloads == [[1, 2]])
    #expect(storage.records["numbers"]?.mark.generation == 50)
    store.send(.add(3))
    await bench.clock.advance(by: .seconds(2))
    #expect(present == [1, 2, 3])
    #expect(storage.copies(of: "numbers").isEmpty)
  }

  @Test func `two that changed at once are resolved, or the other's bytes are set aside`() async throws {
    for resolves in [true, false] {
      let store = store()
      let union: @Sendable ([Int], [Int]) -> [Int] = { mine, theirs in Array(Set(mine + theirs)).sorted() }
      let saving = store.persist(
        \.numbers,
        as: saved.load(from: storage),
        changedOutside: { .reloaded($0) },
        resolve: resolves ? union : nil,
        failed: { _ in .failed }
      )
      try writeElsewhere([7], generation: resolves ? 50 : 90)
      store.send(.add(1))
      await bench.clock.advance(by: .seconds(3))
      #expect(present == (resolves ? [1, 7] : [1]))
      #expect(store.state.numbers == present)
      #expect(store.state.failures == (resolves ? 0 : 1))
      #expect(storage.copies(of: "numbers").count == (resolves ? 0 : 1))
      #expect(saving.status.words == "saved")
      saving.cancel()
    }
  }

  @Test func `another's value does not come over what is unsaved here`() async throws {
    let faulty = FaultyStorage(storage)
    let store = store()
    store.persist(\.numbers, as: saved.load(from: faulty), changedOutside: { .reloaded($0) }, failed: { _ in .failed })
    faulty.writeError = CocoaError(.fileWriteOutOfSpace)
    store.send(.add(1))
    await bench.executor.settle()
    try writeElsewhere([7])
    await bench.clock.advance(by: .seconds(10))
    #expect(store.state.reloads.isEmpty)
    faulty.writeError = nil
    await bench.clock.advance(by: .seconds(60))
    #expect(present == [1])
    #expect(storage.copies(of: "numbers").count == 1)
    // The failure, and the conflict.
    #expect(store.state.failures == 2)
  }

  @Test func `a stopped store is given nothing, and finds it when it has started again`() async throws {
    let store = store()
    store.persist(\.numbers, as: saved.load(from: storage), changedOutside: { .reloaded($0) }, failed: { _ in .failed })
    store.runtime.stop()
    try writeElsewhere([7])
    await bench.clock.advance(by: .seconds(5))
    #expect(present == [7])
    store.runtime.start()
    await bench.clock.advance(by: .seconds(2))
    #expect(store.state.numbers == [7])
    store.send(.add(1))
    await bench.clock.advance(by: .seconds(2))
    #expect(present == [7, 1])
    #expect(storage.copies(of: "numbers").isEmpty)
  }

  @Test func `what a stopped store has resolved is kept until it has started again`() async throws {
    let store = store()
    let union: @Sendable ([Int], [Int]) -> [Int] = { mine, theirs in Array(Set(mine + theirs)).sorted() }
    store.persist(\.numbers, as: saved.load(from: storage), changedOutside: { .reloaded($0) }, resolve: union)
    try writeElsewhere([7])
    store.send(.add(1))
    store.runtime.stop()
    await bench.clock.advance(by: .seconds(5))
    #expect(present == [1, 7])
    #expect(store.state.numbers == [1])
    store.runtime.start()
    store.send(.add(2))
    await bench.clock.advance(by: .seconds(5))
    #expect(present == [1, 2, 7])
    #expect(store.state.numbers == [1, 2, 7])
  }

  @Test func `a store that ends while it resolves keeps both values`() async throws {
    var store: ElmEngine.Store<Shared, Change>? = store()
    let union: @Sendable ([Int], [Int]) -> [Int] = { mine, theirs in Array(Set(mine + theirs)).sorted() }
    store?.persist(\.numbers, as: saved.load(from: storage), changedOutside: { .reloaded($0) }, resolve: union)
    try writeElsewhere([7])
    store?.send(.add(1))
    store = nil
    #expect(saved.load(from: storage).value == [1, 7])
  }

  @Test func `a reducer that keeps its own value has that saved`() async throws {
    let store = ElmEngine.Store(initialState: [1], options: bench.options) { (_: inout [Int], _: [Int]) in .none }
    let saving = store.persist(\.self, as: saved.load(from: storage), changedOutside: { $0 })
    try await saving.save()
    try writeElsewhere([7])
    await bench.clock.advance(by: .seconds(5))
    #expect(present == [1])
    #expect(saving.status.words == "saved")
  }

  @Test func `a newer version that comes while the app runs is left alone`() async throws {
    let store = store()
    let saving = store.persist(\.numbers, as: saved.load(from: storage)) { _ in .failed }
    let newer = SavedRecord(version: 2, mark: SavedMark(writer: "newer", generation: 9), payload: Data("{}".utf8))
    try storage.write(newer, of: "numbers", expecting: nil, keepingOldAs: nil)
    store.send(.add(1))
    do {
      try await saving.save()
    } catch {
      if case .refused = error.reason {} else { Issue.record("It failed otherwise: \(error)") }
    }
    await bench.clock.advance(by: .seconds(5))
    #expect(storage.records["numbers"] == newer)
    #expect(saving.status.words == "refused")
    #expect(store.state.failures == 1)
  }

  @Test func `a failure behind a write is no conflict`() async throws {
    let late = LateFailure(storage)
    let store = store()
    store.persist(\.numbers, as: saved.load(from: late)) { _ in .failed }
    store.send(.add(1))
    await bench.clock.advance(by: .seconds(5))
    #expect(present == [1])
    #expect(storage.copies(of: "numbers").isEmpty)
    #expect(store.state.failures == 1)
  }

  @Test func `an earlier load of this process is in conflict, too`() async throws {
    let loaded = saved.load(from: storage)
    var first: ElmEngine.Store<Shared, Change>? = store()
    first?.persist(\.numbers, as: loaded)
    first?.send(.add(1))
    first = nil
    let second = store()
    second.persist(\.numbers, as: loaded) { _ in .failed }
    second.send(.add(2))
    await bench.clock.advance(by: .seconds(2))
    #expect(present == [2])
    #expect(storage.copies(of: "numbers").count == 1)
    #expect(second.state.failures == 1)
  }

  @Test func `a reducer that makes another value of it has that saved`() async throws {
    let store = store()
    store.persist(\.numbers, as: saved.load(from: storage), changedOutside: { .reloaded($0 + [99]) })
    try writeElsewhere([1])
    await bench.clock.advance(by: .seconds(3))
    #expect(store.state.reloads == [[1, 99]])
    #expect(present == [1, 99])
    #expect(storage.records["numbers"]?.mark.generation == 51)
  }

  @Test func `nothing is looked for after a cancel, nor without a wish for it`() async throws {
    let (store, quiet) = (store(), store())
    let saving = store.persist(\.numbers, as: saved.load(from: storage), changedOutside: { .reloaded($0) })
    await bench.executor.settle()
    #expect(bench.clock.deadlines.count == 1)
    saving.cancel()
    await bench.executor.settle()
    #expect(bench.clock.deadlines.isEmpty)
    quiet.persist(\.numbers, as: saved.load(from: storage))
    try writeElsewhere([1])
    await bench.clock.advance(by: .seconds(3))
    #expect(store.state.reloads.isEmpty)
    #expect(quiet.state.numbers.isEmpty)
    #expect(bench.clock.deadlines.isEmpty)
  }
}

/// A storage whose first write throws once the record is there.
private final class LateFailure: SavedStorage {
  private let memory: MemoryStorage
  private let hasFailed = Locked(false)

  init(_ memory: MemoryStorage) { self.memory = memory }

  var identity: String { memory.identity }
  var isInstant: Bool { true }

  func read(_ id: String) -> SavedRecord? { memory.read(id) }

  func write(_ record: SavedRecord, of id: String, expecting: SavedMark?, keepingOldAs: KeptCopy?) throws {
    try memory.write(record, of: id, expecting: expecting, keepingOldAs: keepingOldAs)
    let isFirst = hasFailed.withLock { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
    if isFirst { throw CocoaError(.fileWriteUnknown) }
  }
}

/// Records in the defaults of a suite.
@Suite struct DefaultsStorageTests {
  private func record(_ generation: UInt64, _ text: String) -> SavedRecord {
    SavedRecord(version: 1, mark: SavedMark(writer: "w", generation: generation), payload: Data(text.utf8))
  }

  @Test func `records are written, found, kept and refused as in files`() throws {
    let suite = "StorePersistenceTests.\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    let storage = DefaultsStorage(suite: suite)
    #expect(try storage.read("n") == nil)
    try storage.write(record(1, "a"), of: "n", expecting: nil, keepingOldAs: nil)
    #expect(try DefaultsStorage(suite: suite).read("n") == record(1, "a"))
    #expect(try storage.mark(of: "n") == record(1, "").mark)
    #expect(throws: SavedConflict(record(1, "").mark)) {
      try storage.write(record(2, "b"), of: "n", expecting: nil, keepingOldAs: nil)
    }
    var mark = record(1, "").mark
    for generation in 2...9 as ClosedRange<UInt64> {
      try storage.write(record(generation, "b"), of: "n", expecting: mark, keepingOldAs: .conflict)
      mark = record(generation, "").mark
    }
    #expect(throws: TooManyCopies.self) {
      try storage.write(record(10, "c"), of: "n", expecting: mark, keepingOldAs: .conflict)
    }
    #expect(try storage.read("n") == record(9, "b"))
    // Not a copy of the first one, though its id begins like one.
    try storage.write(record(1, "c"), of: "m.conflict-1", expecting: nil, keepingOldAs: nil)
    try storage.write(record(1, "d"), of: "m", expecting: nil, keepingOldAs: nil)
    try storage.write(record(2, "e"), of: "m", expecting: record(1, "").mark, keepingOldAs: .conflict)
    #expect(try storage.read("m.conflict-1") == record(1, "c"))
  }
}
