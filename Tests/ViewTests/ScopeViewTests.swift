import ElmEngine
import Observation
import StoreScoping
import StoreSimulation
import SwiftUI
import Testing
import _StoreTestSupport

/// Lists of scopes: what they cost, and what a row's identity is.
@MainActor
@Suite struct ScopeViewTests {
  struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var title = "-"
    var isHidden = false
  }

  struct Rows: Equatable, Sendable {
    static let looks = Counter()

    var all: [Row] = []
    /// Computed each time that it is looked at.
    var visible: [Row] {
      Rows.looks.add()
      return all.filter { !$0.isHidden }
    }
  }

  enum Action: Sendable {
    case renamed(Int, String)
    case removed(Int)
    case reversed
  }

  typealias RowStore = Store<Rows, Action>

  private func makeStore(count: Int) -> RowStore {
    RowStore(initialState: Rows(all: (0..<count).map { Row(id: $0) })) { state, action in
      var state = state
      switch action {
      case .renamed(let id, let title): state.all[id].title = title
      case .removed(let id): state.all.removeAll { $0.id == id }
      case .reversed: state.all.reverse()
      }
      return (state, .none)
    }
  }

  struct RowView: View {
    let row: ScopedStore<Row, Action>

    var body: some View { Text("\(row.id) \(row.title)") }
  }

  struct RowList: View {
    let store: RowStore

    var body: some View {
      List(store.scopes(\.all) { _, action in action }) { row in RowView(row: row) }
    }
  }

  struct IDView: View {
    let row: ScopedStore<Row, Action>

    var body: some View { Text("\(row.id)") }
  }

  struct ComputedList: View {
    let store: RowStore

    var body: some View {
      List(store.scopes(\.visible) { _, action in action }) { row in IDView(row: row) }
    }
  }

  // MARK: Costs

  @Test func `a list gathers the ids of its scopes without a look at the state for each`() {
    let store = makeStore(count: 1_000)
    let before = Rows.looks.value
    let window = HeadlessWindow { ComputedList(store: store) }
    #expect(window.texts.count == 1_000)
    // By each of 1,000 ids, it was looked at once.
    #expect(Rows.looks.value - before <= 3)
    withExtendedLifetime(window) {}
  }

  @Test func `of a thousand rows, the one that has changed is evaluated again, and the list is not`() {
    let store = makeStore(count: 1_000)
    let window = HeadlessWindow { RowList(store: store) }
    #expect(window.bodies(of: RowView.self) == 1_000)
    store.send(.renamed(500, "new"))
    window.update()
    #expect(window.texts[500] == "500 new")
    #expect(window.bodies(of: RowView.self) == 1_001)
    #expect(window.bodies(of: RowList.self) == 1)
    #expect(window.messages == [])
  }

  @Test func `when a row is removed or moved, no other row is evaluated again`() {
    let store = makeStore(count: 1_000)
    let window = HeadlessWindow { RowList(store: store) }
    store.send(.removed(500))
    window.update()
    #expect(window.texts.count == 999)
    #expect(window.bodies(of: RowList.self) == 2)
    #expect(window.bodies(of: RowView.self) == 1_000)
    store.send(.reversed)
    window.update()
    #expect(window.texts.first == "999 -")
    #expect(window.bodies(of: RowView.self) == 1_000)
    #expect(window.messages == [])
  }

  // MARK: Identity

  struct LinkedList: View {
    let store: RowStore
    let opened: (Int?, Int?) -> Void
    @State private var last: ScopedStore<Row, Action>?

    var body: some View {
      NavigationStack {
        List(store.scopes(\.all) { _, action in action }) { row in
          NavigationLink(value: row) { RowView(row: row) }
          Button("Mark \(row.id)") { last = row }
        }
        .onChange(of: last) { opened($0?.id, $1?.id) }
        .navigationDestination(for: ScopedStore<Row, Action>.self) { row in
          Text("Row").navigationTitle(row.title)
        }
      }
    }
  }

  @Test func `a scope is the value of a link, and its screen follows the state`() throws {
    let store = makeStore(count: 3)
    let window = HeadlessWindow { LinkedList(store: store) { _, _ in } }
    try window.tap("1 -")
    window.update()
    #expect(window.texts == ["Row"])
    #expect(window.title == "-")
    store.send(.renamed(1, "new"))
    window.update()
    #expect(window.title == "new")
    try window.goBack()
    window.update()
    #expect(window.texts.contains("1 new"))
    #expect(window.messages == [])
  }

  @Test func `a scope that is made again is no change`() throws {
    let store = makeStore(count: 3)
    var changes: [[Int?]] = []
    let window = HeadlessWindow { LinkedList(store: store) { changes.append([$0, $1]) } }
    try window.tap("Mark 1")
    window.update()
    #expect(changes == [[nil, 1]])
    store.send(.removed(0))
    window.update()
    try window.tap("Mark 1")
    window.update()
    #expect(changes == [[nil, 1]])
    try window.tap("Mark 2")
    window.update()
    #expect(changes == [[nil, 1], [1, 2]])
  }
}
