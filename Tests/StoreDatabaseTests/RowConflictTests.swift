#if SQLite
import ElmEngine
import Foundation
import GRDB
import StoreCore
import StoreTesting
import Testing

@testable import StoreDatabase

/// Rows that other processes save under the same id.
///
/// Each process is a connection and a writer of its own.
@MainActor
@Suite struct RowConflictTests {
  private let bench = TestBench(isTraced: false)
  private let folder = Folder()
  private let saved = SavedRows("orders", Order.self)

  private struct Process {
    let storage: DatabaseStorage
    let writer: RowWriter<[Order]>

    @discardableResult
    func write(_ orders: [Order]) throws -> Bool {
      if case .storedBesideTheirs = try writer.write(orders, isAsked: true) { true } else { false }
    }
  }

  private func process() throws -> Process {
    let storage = try DatabaseStorage(DatabaseQueue(path: folder.path))
    let loaded = LoadedRows(saved.definition, SaveLane.lane(of: UUID().uuidString, in: storage), storage)
    return Process(storage: storage, writer: RowWriter(behind: loaded) { [] })
  }

  private func order(_ id: Int, _ text: String = "") -> Order { Order(id: id, text: text) }

  /// Two processes that have loaded three rows.
  private func pair() throws -> (Process, Process) {
    try process().write([order(1), order(2), order(3)])
    return (try process(), try process())
  }

  private func texts() throws -> [String] {
    saved.load(from: try DatabaseStorage(DatabaseQueue(path: folder.path))).rows.map { "\($0.id)\($0.text)" }
  }

  // MARK: Saves of two

  @Test func `different rows that two processes write are not in conflict`() throws {
    let (mine, theirs) = try pair()
    #expect(try !theirs.write([order(1, "t"), order(2), order(3), order(5)]))
    #expect(try !mine.write([order(1), order(2, "m"), order(4)]))
    #expect(try texts() == ["1t", "2m", "4", "5"])
    #expect(try mine.storage.kept() == [])
  }

  @Test func `a row that both write is mine, and theirs is set aside`() throws {
    let (mine, theirs) = try pair()
    try theirs.write([order(1, "t"), order(2), order(3)])
    #expect(try mine.write([order(1, "m"), order(2), order(3)]))
    #expect(try texts() == ["1m", "2", "3"])
    #expect(try mine.storage.kept() == [#"1 conflict-1 1 {"id":1,"price":1,"text":"t"}"#])
    // And back: theirs does not know of mine.
    #expect(try theirs.write([order(1, "u"), order(2), order(3)]))
    #expect(try texts() == ["1u", "2", "3"])
    #expect(try mine.storage.kept().last == #"1 conflict-2 1 {"id":1,"price":1,"text":"m"}"#)
  }

  @Test func `a row that both add, or change to one value, is in conflict only if it differs`() throws {
    let (mine, theirs) = try pair()
    try theirs.write([order(1, "x"), order(2), order(3), order(4, "same"), order(5, "t")])
    #expect(try mine.write([order(1, "x"), order(2), order(3), order(4, "same"), order(5, "m")]))
    #expect(try mine.storage.kept().map { $0.prefix(12) } == ["5 conflict-1"])
    #expect(try Set(texts()) == ["1x", "2", "3", "4same", "5m"])
  }

  @Test func `a row that one removes and the other changes is kept, or set aside`() throws {
    let (mine, theirs) = try pair()
    try theirs.write([order(2, "t"), order(3)])
    #expect(try mine.write([order(1, "m"), order(3)]))
    #expect(try texts() == ["1m", "3"])
    #expect(try mine.storage.kept() == [#"2 conflict-1 1 {"id":2,"price":1,"text":"t"}"#])
  }

  @Test func `a row that one moves and the other changes is both`() throws {
    let (mine, theirs) = try pair()
    try theirs.write([order(1), order(2), order(3, "t")])
    #expect(try !mine.write([order(3), order(1), order(2)]))
    #expect(try texts() == ["3t", "1", "2"])
    let (moves, changes) = (try process(), try process())
    try moves.write([order(2), order(3, "t"), order(1)])
    #expect(try !changes.write([order(3, "t"), order(1), order(2, "c")]))
    #expect(try texts() == ["2c", "3t", "1"] || texts() == ["3t", "1", "2c"])
    #expect(try mine.storage.kept() == [])
  }

  @Test func `a row that was moved while the other changed it is not known, so the next change is a conflict`() throws {
    let (mine, theirs) = try pair()
    try theirs.write([order(1), order(2), order(3, "t")])
    try mine.write([order(3), order(1), order(2)])
    #expect(try mine.write([order(3, "m"), order(1), order(2)]))
    #expect(try texts() == ["3m", "1", "2"])
    #expect(try mine.storage.kept() == [#"3 conflict-1 1 {"id":3,"price":1,"text":"t"}"#])
  }

  @Test func `migrated rows are not written over those that another process has saved since`() throws {
    try process().write([order(1, "old"), order(2, "old")])
    let newer = SavedRows("orders", version: 2, Order.self).migrating(from: 1, Order.self) { old in
      Order(id: old.id, text: "migrated")
    }
    let storage = try DatabaseStorage(DatabaseQueue(path: folder.path))
    let writers = (0..<2).map { _ in
      let loaded = LoadedRows(newer.definition, SaveLane.lane(of: UUID().uuidString, in: storage), storage)
      return RowWriter<[Order]>(behind: loaded) { [] }
    }
    _ = try writers[0].write([order(1, "theirs"), order(2, "migrated")], isAsked: true)
    let outcome = try writers[1].write([order(1, "migrated"), order(2, "migrated")], isAsked: true)
    guard case .stored = outcome else { return #expect(Bool(false), "It was \(outcome)") }
    #expect(try storage.texts() == ["theirs", "migrated"])
    let copies = [1, 2].map { #"\#($0) version-1 1 {"id":\#($0),"price":1,"text":"old"}"# }
    #expect(try storage.kept() == copies)
  }

  @Test func `a row that one removes and the other moves is removed`() throws {
    let (mine, theirs) = try pair()
    try theirs.write([order(1), order(2)])
    #expect(try !mine.write([order(3), order(1), order(2)]))
    #expect(try texts() == ["1", "2"])
  }

  @Test func `a ninth copy of a row is refused, and nothing is written`() throws {
    let (mine, theirs) = try pair()
    for number in 0..<4 {
      try theirs.write([order(1, "t\(number)"), order(2), order(3)])
      try mine.write([order(1, "m\(number)"), order(2), order(3)])
    }
    #expect(try mine.storage.kept().count == 7)
    try theirs.write([order(1, "t"), order(2), order(3)])
    let error = #expect(throws: PersistenceFailure.self) { try mine.write([order(1, "m"), order(2, "m"), order(3)]) }
    guard case .tooManyCopies? = error?.reason else { return #expect(Bool(false), "It was \(error as Any)") }
    #expect(try texts() == ["1t", "2", "3"])
    try mine.storage.execute("DELETE FROM store_kept")
    try mine.write([order(1, "m"), order(2, "m"), order(3)])
    #expect(try texts() == ["1m", "2m", "3"])
  }

  // MARK: Looks

  @Test func `a look finds what another process has changed, and nothing else`() throws {
    let (mine, theirs) = try pair()
    #expect(mine.writer.findOther() == nil)
    try theirs.storage.execute("CREATE TABLE players (name TEXT)")
    #expect(mine.writer.findOther() == nil)
    try theirs.write([order(3), order(1, "t"), order(4)])
    let found = try #require(mine.writer.findOther())
    #expect(found.rows.map(\.value) == [order(3), order(1, "t"), order(4)])
    #expect(mine.writer.isPresent(found))
    mine.writer.adopt(found)
    #expect(!mine.writer.isPresent(found))
    #expect(mine.writer.findOther() == nil)
    // What was taken over is not written again, nor set aside.
    #expect(try !mine.write([order(3), order(1, "m"), order(4)]))
    #expect(try texts() == ["3", "1m", "4"])
    #expect(try mine.storage.kept() == [])
  }

  @Test func `what was found before a save is of the past`() throws {
    let (mine, theirs) = try pair()
    try theirs.write([order(1), order(2), order(3), order(4)])
    let found = try #require(mine.writer.findOther())
    try mine.write([order(1, "m"), order(2), order(3)])
    #expect(!mine.writer.isPresent(found))
    #expect(mine.writer.findOther()?.rows.map(\.value.id) == [1, 2, 3, 4])
  }

  @Test func `a store is given the rows of another process, and does not save them again`() async throws {
    try pair().0.write([order(1), order(2)])
    let storage = try DatabaseStorage(DatabasePool(path: folder.path))
    let (reloads, continuation) = AsyncStream.makeStream(of: Void.self)
    let store = ElmEngine.Store(initialState: Shop(), options: bench.options) {
      (shop: inout Shop, action: Shop.Action) in
      shop.handle(action)
      if case .reloaded = action { continuation.yield() }
      return .none
    }
    let loaded = saved.load(from: storage)
    store.send(.replace(loaded.rows))
    let saving = store.persist(\.orders, as: loaded, changedOutside: { .reloaded($0) }, failed: { .failed("\($0)") })
    let theirs = try process()
    try theirs.write([order(2, "t"), order(1)])
    await bench.clock.advance(by: .seconds(1))
    for await _ in reloads { break }
    #expect(store.state.orders == [order(2, "t"), order(1)])
    try await saving.save()
    #expect(try storage.mark(of: "orders")?.generation == 3)
    store.send(.put(order(3)))
    try await saving.save()
    #expect(try texts() == ["2t", "1", "3"])
    await bench.executor.settle()
    #expect(store.state.failures.isEmpty)
    #expect(store.state.reloads == 1)
  }

  @Test func `a conflict is told`() async throws {
    let (_, theirs) = try pair()
    let storage = try DatabaseStorage(DatabasePool(path: folder.path))
    let loaded = saved.load(from: storage)
    let store = makeShop(bench.options, loaded.rows)
    let saving = store.persist(\.orders, as: loaded, failed: { .failed("\($0)") })
    try theirs.write([order(1, "t"), order(2), order(3)])
    store.send(.put(order(1, "m")))
    try await saving.save()
    await bench.executor.settle()
    #expect(store.state.failures.count == 1)
    #expect(store.state.failures.first?.contains("another process") == true)
  }
}
#endif
