#if SQLite && os(Linux)
import ElmEngine
import Foundation
import GRDB
import StoreDatabase
import StorePersistence
import Testing

private struct OldOrder: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

private typealias OrderStore = ElmEngine.Store<[Order], Int>

/// Renames the order of a number, or adds one.
private func orders(_ orders: inout [Order], id: Int) -> ElmEngine.Effect<Int> {
  if let index = orders.firstIndex(where: { $0.id == id }) {
    orders[index].text = "renamed"
  } else {
    orders.append(Order(id: id, text: "order \(id)"))
  }
  return .none
}

@MainActor
private func makeOrders(in path: String) throws -> (store: OrderStore, saving: Persistence) {
  let storage = try DatabaseStorage(DatabasePool(path: path))
  let loaded = SavedRows("orders", Order.self).load(from: storage)
  let store = OrderStore(initialState: loaded.rows, reduce: orders)
  return (store, store.persist(\.self, as: loaded))
}

private let savedOrders = SavedRows("orders", version: 2, Order.self)
  .migrating(from: 1, OldOrder.self) { Order(id: $0.id, text: $0.title) }

/// The samples of the module's page.
@MainActor
@Suite struct StoreDatabasePageTests {
  private let folder = Folder()

  @Test func `five hundred orders are restored after a kill in the middle of a save`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      let (store, saving) = try await makeOrders(in: path)
      for id in 0..<500 { await store.send(id) }
      try await saving.save()
      await store.send(7)
      try await saving.save()
      await store.send(8)
      // A save is on its way, or about to be.
      kill(getpid(), SIGKILL)
    }
    let (store, saving) = try makeOrders(in: folder.path)
    #expect(store.state.map(\.id) == Array(0..<500))
    #expect(store.state[7].text == "renamed")
    #expect(["renamed", "order 8"].contains(store.state[8].text))
    // One row was written by the second save.
    let pool = try DatabasePool(path: folder.path)
    let sql = "SELECT key FROM store_rows WHERE generation = (SELECT generation FROM store_rows WHERE key = '7')"
    #expect(try await pool.read { try String.fetchAll($0, sql: sql) } == ["7"])
    store.send(500)
    try await saving.save()
    #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM store_rows") } == 501)
  }

  @Test func `rows of an older version are migrated`() async throws {
    let storage = try DatabaseStorage(folder.pool())
    let loaded = SavedRows("orders", OldOrder.self).load(from: storage)
    let store = ElmEngine.Store(initialState: [OldOrder(id: 1, title: "a")]) { (_: inout [OldOrder], _: Int) in .none }
    try await store.persist(\.self, as: loaded).save()
    #expect(savedOrders.load(from: storage).rows == [Order(id: 1, text: "a")])
  }
}
#endif
