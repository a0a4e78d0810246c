#if SQLite
import EffectViewEngine
import ElmEngine
import FeatureEngine
import Foundation
import GRDB
import ReduxBridge
import StoreTesting
import Testing

@testable import StoreDatabase

/// A row that is saved.
struct Order: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var text = ""
  /// Cannot be encoded as JSON if it is not a number.
  var price = 1.0
}

/// A feature on four engines, whose actions change orders.
struct Shop: Equatable, Sendable {
  var orders: [Order] = []
  var failures: [String] = []
  var reloads = 0

  enum Action: Sendable {
    case put(Order)
    case remove(Int)
    case move(from: Int, to: Int)
    case replace([Order])
    case reloaded([Order])
    case failed(String)
  }

  mutating func handle(_ action: Action) {
    switch action {
    case .put(let order):
      if let index = orders.firstIndex(where: { $0.id == order.id }) {
        orders[index] = order
      } else {
        orders.append(order)
      }
    case .remove(let id): orders.removeAll { $0.id == id }
    case .move(let old, let new): orders.insert(orders.remove(at: old), at: new)
    case .replace(let orders): self.orders = orders
    case .reloaded(let orders):
      self.orders = orders
      reloads += 1
    case .failed(let words): failures.append(words)
    }
  }
}

typealias ShopStore = ElmEngine.Store<Shop, Shop.Action>

@MainActor
func makeShop(_ options: StoreOptions, _ orders: [Order] = []) -> ShopStore {
  ElmEngine.Store(initialState: Shop(orders: orders), options: options) { (shop: inout Shop, action: Shop.Action) in
    shop.handle(action)
    return .none
  }
}

@MainActor
func makeShopHost(_ options: StoreOptions) -> EffectHost<Shop, Shop.Action, Void> {
  EffectHost(state: Shop(), options: options) { (shop: inout Shop, action: Shop.Action) in
    shop.handle(action)
    return nil as EffectViewEngine.Effect<Shop.Action, Void>?
  }
}

struct FeatureShop: FeatureEngine.Feature {
  @Observable
  final class State {
    var shop = Shop()
  }

  typealias Action = Shop.Action

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      state.shop.handle(action)
      return .none
    }
  }
}

struct ReduxShop: ReduxBridge.FeatureType {
  func reduce(into state: inout Shop, action: Shop.Action) async { state.handle(action) }
}

/// A folder for databases, which goes with the test.
final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "database-\(UUID().uuidString)")

  init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path + "/store.sqlite" }

  func pool() throws -> DatabasePool { try DatabasePool(path: path) }
}

extension DatabaseStorage {
  /// The rows of an id as they are stored, each as "key position generation value".
  func table(_ id: String = "orders") throws -> [String] {
    try rows(of: id).rows.map { row in
      "\(row.key) \(row.position) \(row.generation) \(String(decoding: row.value, as: UTF8.self))"
    }
  }

  /// The texts of the orders that are stored.
  func texts(_ id: String = "orders") throws -> [String] {
    try rows(of: id).rows.map { try JSONDecoder().decode(Order.self, from: $0.value).text }
  }

  /// What was set aside, each as "key reason version value".
  func kept() throws -> [String] {
    try database.read { db in
      let sql = "SELECT key, reason, version, CAST(value AS TEXT) AS value FROM store_kept ORDER BY rowid"
      return try Row.fetchAll(db, sql: sql).map { row in
        "\(row["key"] as String? ?? "-") \(row["reason"] as String) \(row["version"] as Int) \(row["value"] as String)"
      }
    }
  }

  func execute(_ sql: String) throws {
    try database.write { try $0.execute(sql: sql) }
  }
}
#endif
