import ElmEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// The child of a child: the parent removes it, and the child stays.
@MainActor
@Suite struct GrandchildDepartureTests {
  struct Room: Equatable, Sendable {
    var lodger: [String]? = []
  }

  struct Flat: Equatable, Identifiable, Sendable {
    let id: Int
    var room = Room()
  }

  struct Street: Equatable, Sendable {
    var room: Room? = Room()
    var flat: Flat? = Flat(id: 1)
    var readRoom = Room()
    var readFlat = Flat(id: 1)
  }

  enum StreetAction: Sendable {
    case change(@Sendable (inout Street) -> Void)
    case child(String, JournalAction)
  }

  private static func own(_ id: String) -> @MainActor (StreetAction) -> JournalAction? {
    { action in
      if case .child(id, let action) = action { action } else { nil }
    }
  }

  private static let room = ComposedReducer<Room, JournalAction> { _, _ in .none }
    .lifting(journal, id: "lodger", state: \.lodger, action: { $0 }, embed: { $0 })

  private static let flat = ComposedReducer<Flat, JournalAction> { _, _ in .none }
    .lifting(journal, id: "lodger", state: \.room.lodger, action: { $0 }, embed: { $0 })

  private static let street = ComposedReducer<Street, StreetAction> { street, action in
    if case .change(let change) = action { change(&street) }
    return .none
  }
  .lifting(room, id: "room", state: \.room, action: own("room")) { .child("room", $0) }
  .lifting(flat, id: "flat", state: \.flat, action: own("flat")) { .child("flat", $0) }
  .lifting(
    room,
    id: "readRoom",
    change: { $1(&$0.readRoom) },
    read: { $1($0.readRoom) },
    action: own("readRoom"),
    embed: { .child("readRoom", $0) }
  )
  .lifting(
    flat,
    id: "readFlat",
    change: { $1(&$0.readFlat) },
    read: { $1($0.readFlat) },
    action: own("readFlat"),
    embed: { .child("readFlat", $0) }
  )

  @Test(arguments: ["room", "flat", "readRoom", "readFlat"])
  func `a grandchild departs when its parent's parent removes it`(id: String) async {
    let store = Store(
      initialState: Street(),
      options: StoreOptions(executor: TestExecutor()),
      reducer: Self.street
    )
    store.send(.child(id, .run(.run(id: "wait") { _ in try await untilCancelled() })))
    store.send(.change { $0.flat?.room.lodger = ["a"] })
    #expect(store.runningTaskCount == 1)
    store.send(
      .change {
        $0.room?.lodger = nil
        $0.flat?.room.lodger = nil
        $0.readRoom.lodger = nil
        $0.readFlat.room.lodger = nil
      }
    )
    #expect(store.runningTaskCount == 0)
    await store.settle()
  }

  struct Block: Equatable, Sendable {
    var flat: Flat? = Flat(id: 1)
  }

  struct Town: Equatable, Sendable {
    var block = Block()
  }

  @Test func `a grandchild that replaces itself has departed`() async {
    let mover = ComposedReducer<Flat, JournalAction> { flat, action in
      if case .run(let effect) = action { return effect }
      flat = Flat(id: flat.id + 1)
      return .none
    }
    let block = ComposedReducer<Block, JournalAction> { _, _ in .none }
      .lifting(mover, id: "flat", state: \.flat, action: { $0 }, embed: { $0 })
    let town = ComposedReducer<Town, JournalAction> { _, _ in .none }
      .lifting(block, id: "block", state: \.block, action: { $0 }, embed: { $0 })
    let store = Store(initialState: Town(), options: StoreOptions(executor: TestExecutor()), reducer: town)
    store.send(.run(.run(id: "wait") { _ in try await untilCancelled() }))
    #expect(store.runningTaskCount == 1)
    store.send(.note("move"))
    #expect(store.state.block.flat?.id == 2)
    #expect(store.runningTaskCount == 0)
    await store.settle()
  }
}
