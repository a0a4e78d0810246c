import ElmEngine
import StoreTesting
import Testing

/// Children that depart from inside other children, and from containers that decide for themselves.
@MainActor
@Suite struct ContainerDepartureTests {
  struct Home: Identifiable, Sendable {
    let id: Int
    var rooms: [Int: [String]] = [:]
  }

  struct Town: Sendable {
    var listed = [Home(id: 1, rooms: [7: [], 8: []]), Home(id: 2, rooms: [7: []])]
    var keyed = Shelf(kept: [1: [], 2: []])
  }

  /// A collection that does not tell whether it is the same, nor what it lacks.
  struct Shelf: ChildCollection, Sendable {
    var kept: [Int: [String]]
    /// Drops a child whose last note is this.
    var goodbye: String?

    mutating func changeChild(_ id: Int, _ change: (inout [String]) -> Void) -> Bool {
      guard kept.changeChild(id, change) else { return false }
      if let goodbye, kept[id]?.last == goodbye { kept[id] = nil }
      return kept[id] != nil
    }

    func readChildren(_ ids: [Int], _ body: (Int, [String]) -> Void) { kept.readChildren(ids, body) }

    func childIDs(missingSince old: Shelf) -> [Int] { Array(old.kept.keys) }

    func sharesStorage(with other: Shelf) -> Bool { false }
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
      .lifting(
        journal,
        at: ChildList(\.rooms, id: "rooms") {
          RoomAction(room: $0, action: $1)
        } extract: {
          ($0.room, $0.action)
        }
      )
    return ComposedReducer<Town, TownAction> { town, action in
      if case .change(let change) = action { change(&town) }
      return .none
    }
    .lifting(
      home,
      at: ChildList(\.listed, id: "homes") {
        .room(home: $0, room: $1.room, $1.action)
      } extract: { action in
        if case .room(let home, let room, let action) = action {
          (home, RoomAction(room: room, action: action))
        } else {
          nil
        }
      }
    )
    .lifting(
      journal,
      at: ChildList(\.keyed, id: "keyed") {
        .keyed($0, $1)
      } extract: { action in
        if case .keyed(let id, let action) = action { (id, action) } else { nil }
      }
    )
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

  @Test func `a child in a container of the user's departs without its neighbours`() async {
    let store = makeStore()
    for id in 1...2 { store.send(.keyed(id, late)) }
    store.send(.change { $0.keyed.kept[3] = [] })
    #expect(store.runningTaskCount == 2)
    store.send(.change { $0.keyed.kept[1] = nil })
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()
    #expect(store.state.keyed.kept == [2: ["late"], 3: []])
  }

  // MARK: Containers that decide for themselves

  /// Drops a child whose last note is a goodbye.
  private struct Inn: Sendable {
    private var kept: [Int: [String]] = [:]
    var shelf = Shelf(kept: [5: []], goodbye: "bye")

    subscript(id: Int) -> [String]? {
      get { id == 5 ? shelf.kept[5] : kept[id] }
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
      for id in [1, 3, 4, 6] { kept[id] = [] }
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
      .lifting(
        journal,
        at: Child(\.[1], id: "1") {
          .tell(1, $0)
        } extract: {
          $0.told(1)
        }
      )
      .lifting(
        journal,
        at: Child(\.computed, id: "3") {
          .tell(3, $0)
        } extract: {
          $0.told(3)
        }
      )
      .lifting(
        guestbook,
        at: Child(\.computedGuest, id: "4") {
          .tell(4, $0)
        } extract: {
          $0.told(4)
        }
      )
      .lifting(
        journal,
        at: ChildList(\.shelf, id: "5") {
          .tell($0, $1)
        } extract: { action in
          action.told(5).map { (5, $0) }
        }
      )
      .lifting(
        journal,
        at: ChildList(\.all, id: "6") {
          .tell($0, $1)
        } extract: { action in
          action.told(6).map { (6, $0) }
        }
      )
  }

  // The value that computed properties stored was not checked: the child's effects continued.
  private nonisolated static let ids = [1, 3, 4, 5, 6]

  @Test(arguments: ids)
  func `a child that its place does not store has departed`(id: Int) async {
    let store = Store(initialState: Inn(), options: StoreOptions(executor: executor), reducer: Self.makeInn())
    for id in Self.ids { store.send(.tell(id, late)) }
    store.send(.tell(id, .note("hello")))
    #expect(store.runningTaskCount == 5)
    store.send(.tell(id, .note("bye")))
    #expect(store.state[id] == nil)
    #expect(store.runningTaskCount == 4)
    gate.open()
    await store.settle()
    #expect(Self.ids.filter { store.state[$0]?.last == "late" } == Self.ids.filter { $0 != id })
  }
}
