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

/// Stores whose rows are saved.
@MainActor
@Suite struct RowSavingTests {
  private let bench = TestBench(isTraced: false)
  private let folder = Folder()
  private let saved = SavedRows("orders", Order.self)

  private func orders(_ ids: Int...) -> [Order] { ids.map { Order(id: $0, text: "\($0)") } }

  // MARK: What is written

  @Test func `only rows that are new, changed, moved or removed are written`() async throws {
    let storage = try DatabaseStorage(folder.pool())
    let store = makeShop(bench.options)
    let saving = store.persist(\.orders, as: saved.load(from: storage))
    for order in orders(1, 2, 3) { store.send(.put(order)) }
    try await saving.save()
    let gap = RowPositions.gap
    let texts = (1...3).map { #"{"id":\#($0),"price":1,"text":"\#($0)"}"# }
    #expect(try storage.table() == ["1 0 1 \(texts[0])", "2 \(gap) 1 \(texts[1])", "3 \(2 * gap) 1 \(texts[2])"])
    store.send(.put(Order(id: 2, text: "new")))
    try await saving.save()
    store.send(.move(from: 2, to: 0))
    try await saving.save()
    store.send(.remove(1))
    try await saving.save()
    let new = #"{"id":2,"price":1,"text":"new"}"#
    #expect(try storage.table() == ["3 \(-gap) 3 \(texts[2])", "2 \(gap) 2 \(new)"])
    #expect(saved.load(from: storage).rows == store.state.orders)
    #expect(try storage.kept() == [])
    #expect(saving.status.isSaved)
  }

  @Test func `nothing is written for a default, nor for equal rows`() async throws {
    let storage = try DatabaseStorage(folder.pool())
    let loaded = saved.load(from: storage)
    #expect(loaded.outcome.words == "nothing")
    let writer = RowWriter<[Order]>(behind: loaded) { [order = orders(1)] in order }
    _ = try writer.write(orders(1), isAsked: false)
    #expect(try storage.mark(of: "orders") == nil)
    _ = try writer.write(orders(1), isAsked: true)
    #expect(try storage.texts() == ["1"])
    _ = try writer.write(orders(1), isAsked: true)
    #expect(try storage.mark(of: "orders")?.generation == 1)
    // An empty collection that was asked for is stored, and is not 'nothing'.
    let empty = SavedRows("empty", Order.self)
    let store = makeShop(bench.options)
    try await store.persist(\.orders, as: empty.load(from: storage)).save()
    #expect(empty.load(from: storage).outcome.words == "restored")
  }

  @Test func `one script has equal rows on four engines, in a scope and in a child`() async throws {
    let storage = try DatabaseStorage(folder.pool())
    let loaded = (0..<6).map { SavedRows("shop-\($0)", Order.self).load(from: storage) }
    let elm = makeShop(bench.options)
    let host = makeShopHost(bench.options)
    host.appear()
    let feature = FeatureEngine.Store(initialState: .init(), feature: FeatureShop(), options: bench.options)
    let redux = ReduxBridge.Store(feature: ReduxShop(), initialState: Shop(), options: bench.options)
    struct Street: Equatable, Sendable {
      var shop = Shop()
      var child: Shop? = Shop()
    }
    let street = ElmEngine.Store(initialState: Street(), options: bench.options) {
      (state: inout Street, action: Shop.Action) in
      state.shop.handle(action)
      return .none
    }
    let child = street.child(\.child) { [bench] _ in makeShop(bench.options) }
    let savings = [
      elm.persist(\.orders, as: loaded[0]), host.persist(\.orders, as: loaded[1]),
      feature.persist(\.shop.orders, as: loaded[2]), redux.persist(\.orders, as: loaded[3]),
      street.scope(Child(\.shop, embed: { $0 }, extract: { $0 })).persist(\.orders, as: loaded[4]),
      try #require(child.store).persist(\.orders, as: loaded[5]),
    ]
    let script: [Shop.Action] = [.put(Order(id: 1)), .put(Order(id: 2)), .move(from: 1, to: 0), .remove(2)]
    for action in script {
      elm.send(action)
      host.send(action)
      feature.send(action)
      redux.send(action)
      street.send(action)
      child.store?.send(action)
      await bench.executor.settle()
      for saving in savings { try await saving.save() }
    }
    let first = try storage.table("shop-0")
    #expect(first == [#"1 0 1 {"id":1,"price":1,"text":""}"#])
    for number in 1..<6 { #expect(try storage.table("shop-\(number)") == first) }
  }

  @Test func `a store that ends, and one that stops, is saved, and the next load has its rows`() async throws {
    let storage = try DatabaseStorage(folder.pool())
    var store: ShopStore? = makeShop(bench.options)
    store?.persist(\.orders, as: saved.load(from: storage))
    store?.send(.put(Order(id: 1)))
    store?.runtime.stop()
    #expect(saved.load(from: storage).rows.map(\.id) == [1])
    store?.runtime.start()
    store?.send(.put(Order(id: 2)))
    store = nil
    #expect(await saved.loadInBackground(from: storage).rows.map(\.id) == [1, 2])
  }

  // MARK: What cannot be written

  @Test func `two rows of one id are not written, and are named`() async throws {
    let storage = try DatabaseStorage(folder.pool())
    let store = makeShop(bench.options)
    let saving = store.persist(\.orders, as: saved.load(from: storage), failed: { .failed("\($0)") })
    store.send(.replace(orders(1, 2)))
    try await saving.save()
    store.send(.replace(orders(1, 2, 2)))
    let error = await #expect(throws: PersistenceFailure.self) { try await saving.save() }
    guard case .duplicateRow("2")? = error?.reason else { return #expect(Bool(false), "It was \(error as Any)") }
    await bench.executor.settle()
    #expect(store.state.failures == ["\(error as Any)".dropFirst(9).dropLast().description])
    #expect(try storage.texts() == ["1", "2"])
    store.send(.replace(orders(1, 3)))
    try await saving.save()
    #expect(try storage.texts() == ["1", "3"])
  }

  @Test func `a row that cannot be encoded leaves all as they were`() async throws {
    let storage = try DatabaseStorage(folder.pool())
    let store = makeShop(bench.options)
    let saving = store.persist(\.orders, as: saved.load(from: storage), failed: { _ in .failed("") })
    store.send(.put(Order(id: 1)))
    try await saving.save()
    store.send(.put(Order(id: 2)))
    store.send(.put(Order(id: 1, price: .nan)))
    let error = await #expect(throws: PersistenceFailure.self) { try await saving.save() }
    guard case .encoding? = error?.reason else { return #expect(Bool(false), "It was \(error as Any)") }
    #expect(try storage.rows(of: "orders").rows.map(\.key) == ["1"])
    store.send(.put(Order(id: 1)))
    try await saving.save()
    #expect(try storage.rows(of: "orders").rows.map(\.key) == ["1", "2"])
  }

  @Test func `a full database leaves the old rows, and the next save succeeds when there is room`() async throws {
    let queue = try DatabaseQueue(path: folder.path)
    let storage = try DatabaseStorage(queue)
    let store = makeShop(bench.options)
    let saving = store.persist(\.orders, as: saved.load(from: storage), failed: { .failed("\($0)") })
    store.send(.put(Order(id: 1)))
    try await saving.save()
    let pages = try await queue.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
    func limit(_ pages: Int) throws {
      try queue.inDatabase { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = \(pages)") }
    }
    try limit(pages)
    store.send(.put(Order(id: 2, text: String(repeating: "long ", count: 10_000))))
    let error = await #expect(throws: PersistenceFailure.self) { try await saving.save() }
    #expect("\(error as Any)".contains("database or disk is full"))
    await bench.executor.settle()
    #expect(store.state.failures.count == 1)
    #expect(try storage.rows(of: "orders").rows.map(\.key) == ["1"])
    try limit(1_000_000)
    try await saving.save()
    #expect(saved.load(from: storage).rows == store.state.orders)
  }

  @Test func `a read-only database is loaded, and a save says why it fails`() async throws {
    do {
      let storage = try DatabaseStorage(folder.pool())
      let store = makeShop(bench.options, orders(1))
      try await store.persist(\.orders, as: saved.load(from: storage)).save()
    }
    var configuration = Configuration()
    configuration.readonly = true
    let storage = try DatabaseStorage(DatabaseQueue(path: folder.path, configuration: configuration))
    let loaded = saved.load(from: storage)
    #expect(loaded.rows == orders(1))
    let store = makeShop(bench.options, loaded.rows)
    let saving = store.persist(\.orders, as: loaded, failed: { .failed("\($0)") })
    store.send(.put(Order(id: 2)))
    let error = await #expect(throws: PersistenceFailure.self) { try await saving.save() }
    #expect("\(error as Any)".contains("readonly database"))
    #expect(saved.load(from: storage).rows == orders(1))
  }

  @Test func `a database that another connection keeps is a failure, until it does not`() async throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(0.001)
    let storage = try DatabaseStorage(DatabaseQueue(path: folder.path, configuration: configuration))
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.path, configuration: configuration)
    let store = makeShop(bench.options)
    let saving = store.persist(\.orders, as: saved.load(from: storage), failed: { .failed("\($0)") })
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    store.send(.put(Order(id: 1)))
    let error = await #expect(throws: PersistenceFailure.self) { try await saving.save() }
    #expect("\(error as Any)".contains("database is locked"))
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await saving.save()
    #expect(saved.load(from: storage).rows == store.state.orders)
  }
}

extension Persistence.Status {
  var isSaved: Bool { if case .saved = self { true } else { false } }
}

extension Loaded.Outcome {
  var words: String {
    switch self {
    case .nothing: "nothing"
    case .restored: "restored"
    case .migrated(let version): "migrated from \(version)"
    case .damaged(let reason): "damaged: \(reason)"
    case .newer(let version): "newer: \(version)"
    case .unreadable(let error): "unreadable: \(error)"
    }
  }
}
#endif
