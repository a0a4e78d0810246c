import ElmEngine
import Testing
import _StoreTestSupport

/// Scopes as values of a view: which are equal, and what an id costs.
@MainActor
@Suite struct ScopeEqualityTests {
  struct Card: Equatable, Identifiable {
    let id: Int
    var text = "a"
  }

  struct Desk {
    var title = Card(id: 0)
    var top: Card?
    var note: String?
    var cards: [Card] = (1...3).map { Card(id: $0) }
    var drawers = ["left": Card(id: 1)]
    var number = 0
  }

  typealias Change = @MainActor @Sendable (inout Desk) -> Void

  enum Way: CaseIterable {
    case present
    case identified
    case optional
    case element
    case found
    case key
    case inner
  }

  private func makeStore() -> Store<Desk, Change> {
    Store(initialState: Desk(top: Card(id: 1), note: "a")) { (desk: inout Desk, change: Change) in
      change(&desk)
      return .none
    }
  }

  private func scope(_ way: Way, of store: Store<Desk, Change>) -> AnyHashable? {
    let drawers = ChildList<Desk, Change, _, Change>(\Desk.drawers, embed: { $1 }, extract: { _ in nil })
    return switch way {
    case .present: store.scope(\.title) { $0 as Change }
    case .identified: store.scope(\.top) { $0 as Change } as ScopedStore<Card, Change>?
    case .optional: store.scope(\.note) { $0 as Change } as ScopedStore<String, Change>?
    case .element: store.scopes(\.cards) { $1 as Change }.first { $0.id == 2 }
    case .found: store.scope(\.cards, element: 2) { $1 as Change }
    case .key: store.scope(drawers, element: "left")
    case .inner: store.scopes(\.cards) { $1 as Change }.first { $0.id == 2 }?.scope(\.text) { $0 as Change }
    }
  }

  @Test(arguments: Way.allCases)
  func `scopes of one child are equal whatever happens to the rest`(way: Way) throws {
    let (store, other) = (makeStore(), makeStore())
    let first = try #require(scope(way, of: store))
    #expect(scope(way, of: store) == first)
    #expect(scope(way, of: other) != first)
    store.send { desk in
      desk.cards = [Card(id: 7)] + desk.cards.reversed().map { Card(id: $0.id, text: "b") }
      desk.title.text = "b"
      desk.top?.text = "b"
      desk.note = "b"
      desk.drawers["left"]?.text = "b"
    }
    // Parts that nobody uses are forgotten after so many.
    for number in 0..<100 { _ = store[dynamicMember: \.cards[child: number]] }
    let again = try #require(scope(way, of: store))
    #expect(again == first && again.hashValue == first.hashValue)
  }

  @Test func `scopes of different children are different`() {
    let store = makeStore()
    let all = Way.allCases.filter { $0 != .found }.map { scope($0, of: store) }
    #expect(Set(all).count == all.count)
    #expect(scope(.found, of: store) == scope(.element, of: store))
    #expect(Set(store.scopes(\.cards) { $1 as Change }).count == 3)
  }

  @Test(arguments: Way.allCases.filter { $0 != .present })
  func `a child that returns is another one`(way: Way) throws {
    let store = makeStore()
    let first = try #require(scope(way, of: store))
    let desk = store.state
    store.send { $0 = Desk(cards: [], drawers: [:]) }
    #expect(scope(way, of: store) == nil)
    store.send { $0 = desk }
    let second = try #require(scope(way, of: store))
    #expect(second != first)
  }

  @Test func `a child with another id is another one, and each scope keeps its id`() throws {
    let store = makeStore()
    func top() throws -> ScopedStore<Card, Change> { try #require(store.scope(\.top) { $0 as Change }) }
    let first = try top()
    store.send { $0.top?.text = "b" }
    #expect(try top() == first)
    store.send { $0.top = Card(id: 2) }
    let second = try top()
    #expect(second != first && first.id == 1 && second.id == 2)
  }

  @Test func `ids do not make a computed list again`() {
    let evaluations = Counter()
    struct Page {
      let evaluations: Counter
      var cards = (0..<1_000).map { Card(id: $0) }
      var isOdd = 0
      var visible: [Card] {
        evaluations.add()
        return cards.filter { $0.id % 2 == isOdd }
      }
    }
    let store = Store(initialState: Page(evaluations: evaluations)) { (page: inout Page, isOdd: Int) in
      page.isOdd = isOdd
      return .none
    }
    func ids() -> [Int] { store.scopes(\.visible) { $1 as Int }.map(\.id) }
    #expect(ids() == Array(stride(from: 0, to: 1_000, by: 2)))
    #expect(evaluations.value == 1)
    let rows = store.scopes(\.visible) { $1 as Int }
    store.send(1)
    #expect(evaluations.value == 4, "once before and after the action")
    #expect(ids() == Array(stride(from: 1, to: 1_000, by: 2)))
    #expect(evaluations.value == 5)
    #expect(rows.map(\.id) == Array(stride(from: 0, to: 1_000, by: 2)), "departed, and still of their elements")
    #expect(evaluations.value == 5)
  }
}

extension [ScopeEqualityTests.Card] {
  fileprivate subscript(child number: Int) -> Int { number }
}
