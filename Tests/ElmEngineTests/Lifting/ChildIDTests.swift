import ElmEngine
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// Children whose ids are optionals or objects, and the search for the children of many scopes.
@MainActor
@Suite struct ChildIDTests {
  /// An id that is an object, of which there are kinds.
  // Sendable: it has no more than its identity, and so have its subclasses.
  private class Key: Hashable, @unchecked Sendable {
    static func == (lhs: Key, rhs: Key) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  // Sendable: as above.
  private final class SpecialKey: Key, @unchecked Sendable {}

  private struct Row<ID: Hashable & Sendable>: Identifiable, Sendable {
    let id: ID
    var texts: [String] = []
    /// A grandchild that is always present.
    var first: [String]? {
      get { [] }
      set {}
    }
  }

  private enum RowAction: Sendable {
    case load
    case loaded
  }

  private struct Table<ID: Hashable & Sendable>: Sendable {
    var rows: [Row<ID>] = []
    var selected: Row<ID>?
    var texts: [ID: Row<ID>] = [:]
  }

  private enum TableAction<ID: Hashable & Sendable>: Sendable {
    case row(ID, RowAction)
    case selected(RowAction)
    case text(ID, RowAction)
    case remove
  }

  private let executor = TestExecutor()

  private func makeStore<ID: Hashable & Sendable>(_ rows: [Row<ID>]) -> Store<Table<ID>, TableAction<ID>> {
    let row = ComposedReducer<Row<ID>, RowAction> { row, action in
      switch action {
      case .load:
        return .task { .loaded }
      case .loaded:
        row.texts.append("loaded")
        return .none
      }
    }
    let table = ComposedReducer<Table<ID>, TableAction<ID>> { table, action in
      if case .remove = action { table = Table() }
      return .none
    }
    .lifting(
      row,
      at: ChildList(\.rows, id: "rows") {
        .row($0, $1)
      } extract: { action in
        if case .row(let id, let action) = action { (id, action) } else { nil }
      }
    )
    .lifting(
      row,
      at: Child(\.selected, id: "selected") {
        .selected($0)
      } extract: { action in
        if case .selected(let action) = action { action } else { nil }
      }
    )
    .lifting(
      row,
      at: ChildList(\.texts, id: "texts") {
        .text($0, $1)
      } extract: { action in
        if case .text(let id, let action) = action { (id, action) } else { nil }
      }
    )
    let state = Table(
      rows: rows,
      selected: rows.first,
      texts: Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    )
    return Store(initialState: state, options: StoreOptions(executor: executor), reducer: table)
  }

  private func load<ID: Hashable & Sendable>(_ ids: [ID]) async {
    let store = makeStore(ids.map { Row(id: $0) })
    for id in ids {
      store.send(.row(id, .load))
      store.send(.text(id, .load))
    }
    store.send(.selected(.load))
    #expect(store.runningTaskCount == 2 * ids.count + 1)
    await store.settle()
    #expect(store.state.rows.allSatisfy { $0.texts == ["loaded"] })
    #expect(store.state.selected?.texts == ["loaded"])
    #expect(store.state.texts.values.allSatisfy { $0.texts == ["loaded"] })
    for id in ids {
      store.send(.row(id, .load))
      store.send(.text(id, .load))
    }
    store.send(.selected(.load))
    store.send(.remove)
    #expect(store.runningTaskCount == 0)
  }

  // Its scope has the name of the wrapped value, by which no child was found.
  @Test func `a child whose id is optional has effects, and loses them when it leaves`() async {
    await load([7, nil, 8] as [Int64?])
    await load([nil, 7] as [Int?])
    await load(["a", nil] as [String??])
  }

  @Test func `a child whose id is an object of a subclass has effects, and loses them when it leaves`() async {
    await load([SpecialKey(), Key()] as [Key])
  }

  // MARK: Many scopes

  /// Rows that count how often each is looked for.
  private struct Rows: ChildCollection, Sendable {
    let searches: Searches
    var rows: [Row<Int>] = []

    mutating func changeChild(_ id: Int, _ change: (inout Row<Int>) -> Void) -> Bool { rows.changeChild(id, change) }

    func readChildren(_ ids: [Int], _ body: (Int, Row<Int>) -> Void) {
      searches.note(ids)
      rows.readChildren(ids, body)
    }

    func childIDs(missingSince old: Rows) -> [Int] { rows.childIDs(missingSince: old.rows) }

    func sharesStorage(with other: Rows) -> Bool { rows.sharesStorage(with: other.rows) }
  }

  private final class Searches: Sendable {
    private let log = Mutex<[[Int]]>([])
    var all: [[Int]] { log.withLock { $0 } }
    func note(_ ids: [Int]) { log.withLock { $0.append(ids) } }
  }

  private enum RowsAction: Sendable {
    case row(Int, Int)
    case change
  }

  // Each scope was looked up by itself: for many, each change of the parent's searched a list as often.
  @Test func `the scopes of one child are looked up together`() {
    let searches = Searches()
    let forever: Effect<Int> = .run { _ in try await untilCancelled() }
    let leaf = ComposedReducer<[String], Int> { _, _ in forever }
    let row = ComposedReducer<Row<Int>, Int> { _, _ in .none }
      .lifting(
        leaf,
        at: Child(\.first, id: "a") {
          $0
        } extract: {
          $0
        }
      )
      .lifting(
        leaf,
        at: Child(\.first, id: "b") {
          $0
        } extract: {
          $0
        }
      )
    let table = ComposedReducer<Rows, RowsAction> { rows, action in
      if case .change = action { rows.rows[0].texts.append("x") }
      return .none
    }
    .lifting(
      row,
      at: ChildList(\.self, id: "rows") {
        .row($0, $1)
      } extract: { action in
        if case .row(let id, let action) = action { (id, action) } else { nil }
      }
    )
    let store = Store(
      initialState: Rows(searches: searches, rows: [Row(id: 1), Row(id: 2)]),
      options: StoreOptions(executor: executor),
      reducer: table
    )
    store.send(.row(1, 0))
    store.send(.row(2, 0))
    #expect(store.runningTaskCount == 4)
    let former = searches.all.count
    store.send(.change)
    #expect(searches.all.dropFirst(former).allSatisfy { Set($0).count == $0.count })
    #expect(searches.all.count > former && store.runningTaskCount == 4)
    store.cancelAll()
  }
}
