#if Exhaustive
import ElmEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Collections of which single elements appear and depart: how often the ids of the others are hashed.
@MainActor
@Suite struct ManyRowsTests {
  struct ID: Hashable, Sendable {
    static let hashes = Counter()

    let number: Int

    func hash(into hasher: inout Hasher) {
      Self.hashes.add()
      hasher.combine(number)
    }
  }

  struct Row: Equatable, Identifiable {
    let id: ID
    var isOn = false
  }

  struct Table {
    var rows: [Row]
  }

  private typealias Change = @MainActor @Sendable (inout Table) -> Void

  private func makeStore(_ count: Int) -> Store<Table, Change> {
    let rows = (0..<count).map { Row(id: ID(number: $0)) }
    return Store(initialState: Table(rows: rows)) { (table: inout Table, change: Change) in
      change(&table)
      return .none
    }
  }

  // Each removal of a row hashed the ids of all others.
  @Test(arguments: [0, 499, 999])
  func `a row that departs costs no hashing of the ids of others`(place: Int) {
    let store = makeStore(1_000)
    let scopes = store.scopes(\.rows) { $1 as Change }
    let departing = scopes[place]
    let before = ID.hashes.value
    store.send { $0.rows.remove(at: place) }
    #expect(ID.hashes.value - before < 20)
    #expect(departing.hasDeparted)
    #expect(scopes.count { $0.hasDeparted } == 1)
  }

  @Test(arguments: [0, 500, 1_000])
  func `a row that appears costs no hashing of the ids of others`(place: Int) {
    let store = makeStore(1_000)
    let scopes = store.scopes(\.rows) { $1 as Change }
    let before = ID.hashes.value
    store.send { $0.rows.insert(Row(id: ID(number: -1)), at: place) }
    #expect(ID.hashes.value - before < 20)
    #expect(scopes.allSatisfy { !$0.hasDeparted })
    #expect(store.scopes(\.rows) { $1 as Change }.map(\.id) == store.state.rows.map(\.id))
  }

  // Each child that was made looked up all others.
  @Test(arguments: [0, 200, 400])
  func `a child that is made or ends costs no hashing of the ids of others`(place: Int) {
    let store = makeStore(400)
    let children = store.children(\.rows) { _ in
      Store<Int, Int>(initialState: 0) { (_: inout Int, _: Int) in .none }
    }
    let stores = children.stores
    let before = ID.hashes.value
    store.send { $0.rows.insert(Row(id: ID(number: -1)), at: place) }
    store.send { $0.rows.remove(at: place) }
    #expect(ID.hashes.value - before < 60)
    #expect(zip(children.stores, stores).allSatisfy { $0 === $1 } && children.ids.count == 400)
  }

  @Test(arguments: Rounds.seeds(40))
  func `differences are those that a comparison of all finds`(seed: Int) {
    var random = SplitMix64(seed: seed)
    func rows() -> [Row] {
      (0..<random.number(below: 9)).map { _ in
        Row(id: ID(number: random.number(below: 8)), isOn: random.happens(onceIn: 2))
      }
    }
    let store = makeStore(0)
    for _ in 0..<40 {
      let old = rows()
      store.send { $0.rows = old }
      let scopes = store.scopes(\.rows) { $1 as Change }
      let received = scopes.map { scope in
        let counter = Counter()
        scope.subscribe { _ in counter.add() }
        return counter
      }
      let new = rows()
      store.send { $0.rows = new }
      for (place, row) in old.enumerated() {
        // Of several elements with one id the first counts; it may be told of a change of another one.
        let former = old.first { $0.id == row.id }
        let present = new.first { $0.id == row.id }
        let isUnique = [old, new].allSatisfy { rows in rows.count { $0.id == row.id } < 2 }
        #expect(scopes[place].hasDeparted == (present == nil), "\(old) to \(new)")
        if present != nil, present != former || isUnique {
          #expect(received[place].value == (present == former ? 0 : 1), "\(old) to \(new)")
        }
      }
    }
  }
}
#endif
