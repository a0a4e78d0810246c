import ElmEngine
import StoreTesting
import Testing

/// Children that depart from inside other children, and from containers that closures read.
@MainActor
@Suite struct ContainerDepartureTests {
  struct Home: Identifiable, Sendable {
    let id: Int
    var rooms: [Int: [String]] = [:]
  }

  struct Town: Sendable {
    var listed = [Home(id: 1, rooms: [7: [], 8: []]), Home(id: 2, rooms: [7: []])]
    var keyed: [Int: [String]] = [1: [], 2: []]
  }

  enum TownAction: Sendable {
    case change(@Sendable (inout Town) -> Void)
    case room(home: Int, room: Int, JournalAction)
    case keyed(Int, JournalAction)
  }

  private struct RoomAction: Sendable {
    let room: Int
    let action: JournalAction
  }

  private static func makeTown() -> ComposedReducer<Town, TownAction> {
    let home = ComposedReducer<Home, RoomAction> { _, _ in .none }
      .lifting(each: journal, id: "rooms", state: \.rooms) {
        ($0.room, $0.action)
      } embed: {
        RoomAction(room: $0, action: $1)
      }
    return ComposedReducer<Town, TownAction> { town, action in
      if case .change(let change) = action { change(&town) }
      return .none
    }
    .lifting(each: home, id: "homes", state: \.listed) { action in
      if case .room(let home, let room, let action) = action {
        (home, RoomAction(room: room, action: action))
      } else {
        nil
      }
    } embed: {
      .room(home: $0, room: $1.room, $1.action)
    }
    .lifting(each: journal, id: "keyed") { (town: inout Town, id: Int, change: (inout [String]) -> Void) in
      if var notes = town.keyed[id] {
        change(&notes)
        town.keyed[id] = notes
      }
    } read: { town, id, body in
      if let notes = town.keyed[id] { body(notes) }
    } action: { action in
      if case .keyed(let id, let action) = action { (id, action) } else { nil }
    } embed: {
      .keyed($0, $1)
    }
  }

  private let executor = TestExecutor()
  private let gate = Gate()

  private func makeStore() -> Store<Town, TownAction> {
    Store(initialState: Town(), options: StoreOptions(executor: executor), reducer: Self.makeTown())
  }

  private nonisolated var late: JournalAction {
    .run(
      .task { [gate] in
        await gate.wait()
        return .note("late")
      }
    )
  }

  @Test func `a grandchild departs when the outermost parent removes it from an element's list`() async {
    let store = makeStore()
    for (home, room) in [(1, 7), (1, 8), (2, 7)] { store.send(.room(home: home, room: room, late)) }
    #expect(store.runningTaskCount == 3)
    store.send(.change { $0.listed[0].rooms[7] = nil })
    #expect(store.runningTaskCount == 2)
    store.send(.change { $0.listed.removeFirst() })
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()
    #expect(store.state.listed.map(\.rooms) == [[7: ["late"]]])
  }

  @Test func `a child in a container that closures read departs without its neighbours`() async {
    let store = makeStore()
    for id in 1...2 { store.send(.keyed(id, late)) }
    store.send(.change { $0.keyed[3] = [] })
    #expect(store.runningTaskCount == 2)
    store.send(.change { $0.keyed[1] = nil })
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()
    #expect(store.state.keyed == [2: ["late"], 3: []])
  }

  // MARK: Containers that decide for themselves

  /// Drops a child whose last note is a goodbye.
  private struct Inn: Sendable {
    private var kept: [Int: [String]] = [:]

    subscript(id: Int) -> [String]? {
      get { kept[id] }
      set { kept[id] = newValue?.last == "bye" ? nil : newValue }
    }

    var computed: [String]? {
      get { self[3] }
      set { self[3] = newValue }
    }

    var computedGuest: House.Guest? {
      get { self[4].map { House.Guest(id: 1, notes: $0) } }
      set { self[4] = newValue?.notes }
    }

    var all: [Int: [String]] {
      get { kept }
      set { kept = newValue.filter { $1.last != "bye" } }
    }

    init() {
      for id in 1...6 { kept[id] = [] }
    }
  }

  private enum InnAction: Sendable {
    case tell(Int, JournalAction)

    func told(_ id: Int) -> JournalAction? {
      if case .tell(id, let action) = self { action } else { nil }
    }
  }

  private static func makeInn() -> ComposedReducer<Inn, InnAction> {
    ComposedReducer<Inn, InnAction> { _, _ in .none }
      .lifting(journal, id: "1") { (inn: inout Inn, change: (inout [String]) -> Void) in
        guard var notes = inn[1] else { return }
        change(&notes)
        inn[1] = notes
      } read: { inn, body in
        if let notes = inn[1] { body(notes) }
      } action: {
        $0.told(1)
      } embed: {
        .tell(1, $0)
      }
      .lifting(guestbook, id: "2") { (inn: inout Inn, change: (inout House.Guest) -> Void) in
        guard let notes = inn[2] else { return }
        var guest = House.Guest(id: 1, notes: notes)
        change(&guest)
        inn[2] = guest.notes
      } read: { inn, body in
        if let notes = inn[2] { body(House.Guest(id: 1, notes: notes)) }
      } action: {
        $0.told(2)
      } embed: {
        .tell(2, $0)
      }
      .lifting(journal, id: "3", state: \.computed) {
        $0.told(3)
      } embed: {
        .tell(3, $0)
      }
      .lifting(guestbook, id: "4", state: \.computedGuest) {
        $0.told(4)
      } embed: {
        .tell(4, $0)
      }
      .lifting(each: journal, id: "5") { (inn: inout Inn, id: Int, change: (inout [String]) -> Void) in
        guard var notes = inn[id] else { return }
        change(&notes)
        inn[id] = notes
      } read: { inn, id, body in
        if let notes = inn[id] { body(notes) }
      } action: { action in
        action.told(5).map { (5, $0) }
      } embed: {
        .tell($0, $1)
      }
      .lifting(each: journal, id: "6", state: \.all) { action in
        action.told(6).map { (6, $0) }
      } embed: {
        .tell($0, $1)
      }
  }

  // The value that closures and computed properties stored was not checked: the child's effects continued.
  @Test(arguments: 1...6)
  func `a child that its place does not store has departed`(id: Int) async {
    let store = Store(initialState: Inn(), options: StoreOptions(executor: executor), reducer: Self.makeInn())
    for id in 1...6 { store.send(.tell(id, late)) }
    store.send(.tell(id, .note("hello")))
    #expect(store.runningTaskCount == 6)
    store.send(.tell(id, .note("bye")))
    #expect(store.state[id] == nil)
    #expect(store.runningTaskCount == 5)
    gate.open()
    await store.settle()
    #expect((1...6).filter { store.state[$0]?.last == "late" } == (1...6).filter { $0 != id })
  }
}
