import ElmEngine
import StoreTesting
import Testing

/// Children that leave from inside of other children, and from containers that closures look into.
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

  @Test func `a child's child leaves when the outermost parent takes it out, from a list of an element`() async {
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

  @Test func `a child in a container that closures look into leaves alone`() async {
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
}
