#if SQLite
import ElmEngine
import Foundation
import GRDB
import StoreTesting
import Testing

@testable import StoreDatabase

/// Rows that are damaged, or of another version.
@MainActor
@Suite struct RowLoadingTests {
  fileprivate struct OldOrder: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
  }

  private struct NamedOrder: Codable, Equatable, Identifiable, Sendable {
    let id: String
    var text: String
  }

  private struct Refusal: Error {}

  private let bench = TestBench(isTraced: false)
  private let folder = Folder()

  /// Saves rows of an older version, and returns where.
  private func old(_ count: Int) async throws -> DatabaseStorage {
    let storage = try DatabaseStorage(folder.pool())
    let rows = (0..<count).map { OldOrder(id: $0, title: "\($0)") }
    let writer = RowWriter<[OldOrder]>(behind: SavedRows("orders").load(from: storage)) { [] }
    _ = try writer.write(rows, isAsked: true)
    return storage
  }

  private let saved = SavedRows("orders", version: 2, Order.self)
    .migrating(from: 1, OldOrder.self) { Order(id: $0.id, text: $0.title) }

  // MARK: Damage

  @Test func `a damaged row is set aside before the next save, and the others are loaded`() async throws {
    let storage = try await old(3)
    try storage.execute("UPDATE store_rows SET value = CAST('{' AS BLOB) WHERE key = '1'")
    let saved = SavedRows("orders", OldOrder.self)
    let loaded = saved.load(from: storage)
    #expect(loaded.rows.map(\.id) == [0, 2])
    #expect(loaded.outcome.words.hasPrefix("damaged: 1 of 3 rows cannot be loaded, the first being 1: "))
    let store = makeShop(bench.options, loaded.rows.map { Order(id: $0.id, text: $0.title) })
    let saving = store.persist(\.oldOrders, as: loaded, failed: { .failed("\($0)") })
    await bench.executor.settle()
    #expect(store.state.failures.first?.contains("1 of 3 rows cannot be loaded") == true)
    // A load touches nothing.
    #expect(try storage.kept() == [])
    #expect(try storage.rows(of: "orders").rows.count == 3)
    store.send(.put(Order(id: 0, text: "new")))
    try await saving.save()
    #expect(try storage.kept() == ["1 damaged-1 1 {"])
    #expect(saved.load(from: storage).outcome.words == "restored")
    // The id is free again.
    store.send(.put(Order(id: 1, text: "again")))
    try await saving.save()
    #expect(saved.load(from: storage).rows.map(\.title) == ["new", "2", "again"])
  }

  @Test func `a damaged row that another process has written since stays`() async throws {
    let storage = try await old(2)
    try storage.execute("UPDATE store_rows SET value = CAST('{' AS BLOB) WHERE key = '1'")
    let saved = SavedRows("orders", OldOrder.self)
    let writer = RowWriter<[OldOrder]>(behind: saved.load(from: storage)) { [] }
    try storage.execute(
      #"UPDATE store_rows SET value = CAST('{"id":1,"title":"m"}' AS BLOB), generation = 7 WHERE key = '1'"#
    )
    _ = try writer.write([OldOrder(id: 0, title: "new")], isAsked: false)
    #expect(saved.load(from: storage).rows.map(\.title) == ["new", "m"])
    #expect(try storage.kept() == [])
  }

  @Test func `each byte of a row is damaged in turn, and no other row is touched`() async throws {
    let storage = try await old(2)
    let saved = SavedRows("orders", OldOrder.self)
    let bytes = try #require(storage.rows(of: "orders").rows.last).value
    for index in bytes.indices {
      for bit in [1, 8, 128] as [UInt8] {
        var damaged = bytes
        damaged[index] ^= bit
        try await storage.database.write { [damaged] db in
          try db.execute(sql: "UPDATE store_rows SET value = ? WHERE key = '1'", arguments: [damaged])
        }
        let loaded = saved.load(from: storage)
        #expect(loaded.rows.first == OldOrder(id: 0, title: "0"))
        // A digit or a letter may have become another one, as rows have no checksum of their own.
        #expect(loaded.rows.count == 2 || loaded.outcome.words.hasPrefix("damaged: 1 of 2 rows"))
      }
    }
  }

  // MARK: Versions

  @Test func `migrated rows are saved at once, in parts, and their old bytes are kept`() async throws {
    let storage = try await old(1_200)
    let loaded = saved.load(from: storage)
    #expect(loaded.outcome.words == "migrated from 1")
    #expect(loaded.rows.map(\.text) == (0..<1_200).map { "\($0)" })
    let store = makeShop(bench.options, loaded.rows)
    let saving = store.persist(\.orders, as: loaded)
    #expect(!saving.status.isSaved)
    try await saving.save()
    let rows = try storage.rows(of: "orders").rows
    #expect(rows.allSatisfy { $0.version == 2 })
    #expect(Set(rows.map(\.generation)) == [2, 3, 4])
    #expect(try storage.kept().count == 1_200)
    #expect(try storage.kept()[7] == #"7 version-1 1 {"id":7,"title":"7"}"#)
    #expect(saved.load(from: storage).outcome.words == "restored")
    #expect(saved.load(from: storage).rows == loaded.rows)
  }

  @Test func `migrated rows may have other ids, and take each other's places`() async throws {
    let storage = try DatabaseStorage(folder.pool())
    let first = SavedRows("orders", OldOrder.self)
    let old = RowWriter<[OldOrder]>(behind: first.load(from: storage)) { [] }
    _ = try old.write([OldOrder(id: 1, title: "a"), OldOrder(id: 2, title: "b")], isAsked: true)
    // 1 becomes 2, and 2 becomes 3.
    let saved = SavedRows("orders", version: 2, OldOrder.self)
      .migrating(from: 1, OldOrder.self) { OldOrder(id: $0.id + 1, title: $0.title) }
    let loaded = saved.load(from: storage)
    let writer = RowWriter<[OldOrder]>(behind: loaded) { [] }
    _ = try writer.write(loaded.rows, isAsked: false)
    #expect(saved.load(from: storage).rows == [OldOrder(id: 2, title: "a"), OldOrder(id: 3, title: "b")])
    #expect(saved.load(from: storage).outcome.words == "restored")
    #expect(try storage.kept().map { $0.prefix(11) } == ["1 version-1", "2 version-1"])
  }

  @Test func `rows may get ids of another type`() async throws {
    let storage = try await old(2)
    let saved = SavedRows("orders", version: 2, NamedOrder.self)
      .migrating(from: 1, OldOrder.self) { NamedOrder(id: "no. \($0.id)", text: $0.title) }
    let loaded = saved.load(from: storage)
    let writer = RowWriter<[NamedOrder]>(behind: loaded) { [] }
    _ = try writer.write(loaded.rows, isAsked: false)
    #expect(try storage.rows(of: "orders").rows.map(\.key) == [#""no. 0""#, #""no. 1""#])
    #expect(saved.load(from: storage).rows == loaded.rows)
  }

  @Test func `a migration that throws damages its row, and one that joins two rows the second`() async throws {
    let storage = try await old(4)
    let saved = SavedRows("orders", version: 2, Order.self)
      .migrating(from: 1, OldOrder.self) { old in
        guard old.id != 1 else { throw Refusal() }
        return Order(id: old.id == 3 ? 2 : old.id, text: old.title)
      }
    let loaded = saved.load(from: storage)
    #expect(loaded.rows.map(\.text) == ["0", "2"])
    #expect(loaded.outcome.words == "damaged: 2 of 4 rows cannot be loaded, the first being 1: Refusal()")
    let writer = RowWriter<[Order]>(behind: loaded) { [] }
    _ = try writer.write(loaded.rows, isAsked: false)
    #expect(try storage.kept().map { $0.prefix(11) } == ["0 version-1", "2 version-1", "1 damaged-1", "3 damaged-1"])
    #expect(saved.load(from: storage).outcome.words == "restored")
  }

  @Test func `a version without a migration is damage, and a newer one is left alone`() async throws {
    let storage = try await old(1)
    let loaded = SavedRows("orders", version: 3, Order.self).load(from: storage)
    #expect(loaded.outcome.words.hasSuffix("there is no migration from version 1"))
    try storage.execute("UPDATE store_saved SET version = 5")
    let newer = saved.load(from: storage)
    #expect(newer.outcome.words == "newer: 5")
    #expect(newer.rows.isEmpty)
    let store = makeShop(bench.options)
    let saving = store.persist(\.orders, as: newer, failed: { .failed("\($0)") })
    store.send(.put(Order(id: 9)))
    await #expect(throws: PersistenceFailure.self) { try await saving.save() }
    await bench.executor.settle()
    #expect(store.state.failures.count == 1)
    #expect(try storage.rows(of: "orders").rows.map(\.key) == ["0"])
  }

  @Test func `a newer version that another process writes meanwhile ends saving`() async throws {
    let storage = try DatabaseStorage(folder.pool())
    let store = makeShop(bench.options)
    let saving = store.persist(\.orders, as: saved.load(from: storage), failed: { .failed("\($0)") })
    store.send(.put(Order(id: 1)))
    try await saving.save()
    try storage.execute("UPDATE store_saved SET version = 3")
    store.send(.put(Order(id: 2)))
    await #expect(throws: PersistenceFailure.self) { try await saving.save() }
    guard case .refused = saving.status else { return #expect(Bool(false), "It was \(saving.status)") }
    #expect(try storage.rows(of: "orders").rows.map(\.key) == ["1"])
  }

  @Test func `an id is of rows or of a value`() async throws {
    let storage = try await old(1)
    let value = Saved("orders", Int.self).load(from: storage)
    guard case .unreadable(let error) = value.outcome else { return #expect(Bool(false), "It was \(value.outcome)") }
    #expect("\(error)".hasPrefix("'orders' was saved row by row"))
    let mark = SavedMark(writer: "w", generation: 1)
    #expect(throws: OtherForm.self) {
      let record = SavedRecord(version: 1, mark: mark, payload: Data())
      try storage.write(record, of: "orders", expecting: nil, keepingOldAs: nil)
    }
    try storage.write(
      SavedRecord(version: 1, mark: mark, payload: Data("1".utf8)),
      of: "n",
      expecting: nil,
      keepingOldAs: nil
    )
    let rows = SavedRows("n", Order.self).load(from: storage)
    #expect(rows.outcome.words.hasPrefix("unreadable: 'n' was saved as a whole"))
    #expect(rows.rows.isEmpty)
  }
}

extension Shop {
  /// The orders as they were in an older version of the app.
  fileprivate var oldOrders: [RowLoadingTests.OldOrder] {
    orders.map { RowLoadingTests.OldOrder(id: $0.id, title: $0.text) }
  }
}
#endif
