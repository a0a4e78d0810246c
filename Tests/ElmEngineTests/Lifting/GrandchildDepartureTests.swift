#if Exhaustive
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
    private var keptRoom = Room()
    private var keptFlat = Flat(id: 1)

    var readRoom: Room {
      get { keptRoom }
      set { keptRoom = newValue }
    }

    var readFlat: Flat? {
      get { keptFlat }
      set { if let newValue { keptFlat = newValue } }
    }
  }

  enum StreetAction: Sendable {
    case change(@Sendable (inout Street) -> Void)
    case child(String, JournalAction)
  }

  private static func child<State>(
    _ keyPath: sending WritableKeyPath<Street, State>,
    _ id: String
  ) -> Child<Street, StreetAction, State, JournalAction> {
    Child(keyPath, id: id) {
      .child(id, $0)
    } extract: { action in
      if case .child(id, let action) = action { action } else { nil }
    }
  }

  /// The same for a child that has an id.
  private static func child<State: Identifiable<Int>>(
    _ keyPath: sending WritableKeyPath<Street, State?>,
    _ id: String
  ) -> Child<Street, StreetAction, State?, JournalAction> {
    Child(keyPath, id: id) {
      .child(id, $0)
    } extract: { action in
      if case .child(id, let action) = action { action } else { nil }
    }
  }

  private static let room = ComposedReducer<Room, JournalAction> { _, _ in .none }
    .lifting(
      journal,
      at: Child(\.lodger, id: "lodger") {
        $0
      } extract: {
        $0
      }
    )

  private static let flat = ComposedReducer<Flat, JournalAction> { _, _ in .none }
    .lifting(
      journal,
      at: Child(\.room.lodger, id: "lodger") {
        $0
      } extract: {
        $0
      }
    )

  private static let street = ComposedReducer<Street, StreetAction> { street, action in
    if case .change(let change) = action { change(&street) }
    return .none
  }
  .lifting(room, at: child(\.room, "room"))
  .lifting(flat, at: child(\.flat, "flat"))
  .lifting(room, at: child(\.readRoom, "readRoom"))
  .lifting(flat, at: child(\.readFlat, "readFlat"))

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
        $0.readFlat?.room.lodger = nil
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
      .lifting(
        mover,
        at: Child(\.flat, id: "flat") {
          $0
        } extract: {
          $0
        }
      )
    let town = ComposedReducer<Town, JournalAction> { _, _ in .none }
      .lifting(
        block,
        at: Child(\.block, id: "block") {
          $0
        } extract: {
          $0
        }
      )
    let store = Store(initialState: Town(), options: StoreOptions(executor: TestExecutor()), reducer: town)
    store.send(.run(.run(id: "wait") { _ in try await untilCancelled() }))
    #expect(store.runningTaskCount == 1)
    store.send(.note("move"))
    #expect(store.state.block.flat?.id == 2)
    #expect(store.runningTaskCount == 0)
    await store.settle()
  }
}
#endif
