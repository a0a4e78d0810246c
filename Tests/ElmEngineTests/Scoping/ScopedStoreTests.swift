import ElmEngine
import OrderedCollections
import StoreTesting
import Testing

/// Stores of children: their state, and the destination of their actions.
@MainActor
@Suite struct ScopedStoreTests {
  private let store = makeHouse(House(owner: ["moved in"], queue: [.init(id: 1), .init(id: 2), .init(id: 3)]))

  @Test func `a scope shows its child's state and sends its actions`() {
    let owner = store.scope(\.owner) { .owner($0) }
    #expect(owner.state == ["moved in"])
    owner.send(.note("a"))
    #expect(owner.state == ["moved in", "a"])
    #expect(store.state.owner == ["moved in", "a"])
    #expect(store.state.notes == ["owner of 2 said a"])
    #expect(!owner.hasDeparted)
  }

  @Test func `a scope without an embedding takes the actions of its store`() {
    let owner = store.scope(\.owner) { $0 }
    owner.send(.owner(.note("a")))
    #expect(owner.state == ["moved in", "a"])
    let lodger = store.scope(\.lodger) { $0 }
    #expect(lodger == nil)
    store.send(.change { $0.lodger = ["b"] })
    #expect(store.scope(\.lodger) { $0 }?.state == ["b"])
    store.send(.change { $0.guest = House.Guest(id: 4) })
    #expect(store.scope(\.guest) { $0 }?.id == 4)
  }

  @Test func `scopes of elements without an embedding take the actions of their store`() throws {
    let rows = store.scopes(\.queue) { $1 }
    #expect(rows.map(\.id) == [1, 2, 3])
    rows[1].send(.queue(2, .note("a")))
    #expect(rows.map(\.notes) == [[], ["a"], []])
    let row = try #require(store.scope(\.queue, element: 3) { $1 })
    var seen = 0
    let subscription = row.subscribe { _ in seen += 1 }
    row.send(.queue(3, .note("b")))
    rows[0].send(.queue(1, .note("c")))
    #expect(store.state.queue.map(\.notes) == [["c"], ["a"], ["b"]])
    #expect(seen == 1)
    subscription.cancel()
    #expect(store.scope(\.queue, element: 4) { $1 } == nil)
    store.send(.change { $0.queue.removeLast() })
    #expect(row.hasDeparted)
    #expect(store.scopes(\.queue) { $1 }.map(\.id) == [1, 2])
  }

  @Test(arguments: Dwelling.all)
  func `an optional child has a scope while it is present`(dwelling: Dwelling) {
    #expect(dwelling.scope(store) == nil)
    store.send(.change(dwelling.resident.arrive))
    let scope = dwelling.scope(store)
    #expect(scope?.state == [])
    scope?.send(.note("a"))
    #expect(dwelling.resident.notes(store.state) == ["a"])
    #expect(scope?.state == ["a"])
    store.send(.change(dwelling.resident.leave))
    #expect(dwelling.scope(store) == nil)
  }

  @Test func `a scope can be scoped`() {
    store.send(.change { $0.guest = House.Guest(id: 4) })
    let guest = store.scope(\.guest) { .guest($0) }
    let notes = guest?.scope(\.notes) { (text: String) in .note(text) }
    notes?.send("a")
    #expect(store.state.guest?.notes == ["a"])
    #expect(notes?.state == ["a"])
  }

  @Test func `a collection has scopes in its order`() {
    let scopes = store.scopes(\.queue) { .queue($0, $1) }
    #expect(scopes.map(\.id) == [1, 2, 3])
    scopes[1].send(.note("a"))
    #expect(store.state.queue.map(\.notes) == [[], ["a"], []])
    #expect(scopes.map(\.notes) == [[], ["a"], []])
  }

  @Test func `the scope of an element follows it`() {
    let scopes = store.scopes(\.queue) { .queue($0, $1) }
    store.send(.queue(1, .note("a")))
    store.send(.change { $0.queue.reverse() })
    #expect(scopes.map(\.state) == [.init(id: 1, notes: ["a"]), .init(id: 2), .init(id: 3)])
    store.send(.change { $0.queue.insert(contentsOf: (10..<20).map { House.Guest(id: $0) }, at: 0) })
    #expect(scopes.map(\.state) == [.init(id: 1, notes: ["a"]), .init(id: 2), .init(id: 3)])
    scopes[0].send(.note("b"))
    #expect(scopes[0].notes == ["a", "b"])
    #expect(store.scopes(\.queue, action: { .queue($0, $1) }).map(\.id) == Array(10..<20) + [3, 2, 1])
  }

  @Test func `the values of an ordered dictionary have scopes`() {
    struct Inn {
      var rooms: OrderedDictionary<Int, House.Guest> = [2: .init(id: 2), 1: .init(id: 1)]
    }
    let store = Store<Inn, (id: Int, text: String?)>(initialState: Inn()) { inn, action in
      if let text = action.text { inn.rooms[action.id]?.notes.append(text) } else { inn.rooms[action.id] = nil }
      return .none
    }
    let scopes = store.scopes(\.rooms.values) { (id: Int, text: String?) in (id, text) }
    #expect(scopes.map(\.id) == [2, 1])
    scopes[1].send("a")
    #expect(scopes.map(\.notes) == [[], ["a"]])
    scopes[0].send(nil)
    #expect(scopes.map(\.hasDeparted) == [true, false])
    #expect(scopes[1].notes == ["a"])
  }

  @Test func `an element of a collection has a scope by its id`() {
    #expect(store.scope(\.queue, element: 4, action: { .queue($0, $1) }) == nil)
    let second = store.scope(\.queue, element: 2) { .queue($0, $1) }
    second?.send(.note("a"))
    #expect(second?.state == .init(id: 2, notes: ["a"]))
  }

  @Test func `actions enqueued by a scope are handled in order`() async {
    let owner = store.scope(\.owner) { .owner($0) }
    owner.enqueue(.note("a"))
    #expect(owner.state == ["moved in"])
    await owner.settle()
    #expect(owner.state == ["moved in", "a"])
  }

  // MARK: Subscriptions

  @Test func `a subscriber of a scope gets only its child's changes`() {
    let owner = store.scope(\.owner) { .owner($0) }
    var states: [[String]] = []
    let subscription = owner.subscribe { states.append($0) }
    store.send(.note("of the house"))
    owner.send(.note("a"))
    store.send(.change { _ in })
    store.send(.change { $0.owner = ["b"] })
    #expect(states == [["moved in", "a"], ["b"]])
    subscription.cancel()
    owner.send(.note("c"))
    #expect(states.count == 2)
  }

  @Test func `a subscription outlives its scope`() {
    var states: [[String]] = []
    store.scope(\.owner) { $0 }.subscribe { states.append($0) }
    store.scopes(\.queue) { .queue($0, $1) }[1].subscribe { states.append($0.notes) }
    store.send(.owner(.note("a")))
    store.send(.queue(2, .note("b")))
    store.send(.queue(1, .note("c")))
    #expect(states == [["moved in", "a"], ["b"]])
  }

  @Test func `an action that a subscriber of a scope sends is handled after the change`() {
    let store = store
    let owner = store.scope(\.owner) { .owner($0) }
    owner.subscribe { if $0.count < 4 { owner.send(.note("\($0.count)")) } }
    owner.send(.note("a"))
    #expect(owner.state == ["moved in", "a", "2", "3"])
    #expect(store.state.notes == ["owner of 2 said a", "owner of 3 said 2", "owner of 4 said 3"])
  }

  @Test func `the values of a scope are a sequence without repetitions`() async {
    let owner = store.scope(\.owner) { .owner($0) }
    let store = store
    var seen: [Int] = []
    for await count in owner.values(of: \.count) {
      seen.append(count)
      guard count < 4 else { break }
      store.send(.note("of the house"))
      owner.send(.note("a"))
    }
    #expect(seen == [1, 2, 3, 4])
  }

  // MARK: Lives

  @Test func `a scope keeps the store, and a store keeps no scope`() {
    var store: Store<House, HouseAction>? = makeHouse(House(owner: ["a"]))
    weak let weakStore = store
    var owner = store?.scope(\.owner) { .owner($0) }
    weak let weakOwner = owner
    store = nil
    #expect(owner?.state == ["a"])
    owner?.send(.note("b"))
    #expect(owner?.state == ["a", "b"])
    owner = nil
    #expect(weakOwner == nil)
    #expect(weakStore == nil)
  }

  @Test func `a store with scopes of every kind is deallocated`() {
    var store: Store<House, HouseAction>? = makeHouse(House(lodger: [], guest: .init(id: 1), queue: [.init(id: 1)]))
    weak let weakStore = store
    for dwelling in Dwelling.all {
      store.flatMap { dwelling.scope($0) }?.subscribe { _ in }
    }
    _ = store?.scopes(\.queue, action: { .queue($0, $1) })
    _ = store?.notes
    store = nil
    #expect(weakStore == nil)
  }
}
