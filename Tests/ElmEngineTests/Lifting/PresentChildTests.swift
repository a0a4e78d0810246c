import ElmEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Children that are always present.
@MainActor
@Suite struct PresentChildTests {
  /// A state whose child is computed, and counts how often it is read.
  private struct House: Sendable {
    let reads: Counter
    private var rooms: [Int: [String]] = [1: []]

    init(reads: Counter) {
      self.reads = reads
    }

    var counted: [Int: [String]] {
      get {
        reads.add()
        return rooms
      }
      set { rooms = newValue }
    }
  }

  private enum Action: Sendable {
    case pause
    case leave
    case room(JournalAction)
  }

  private static func makeHouse<Inner: Sendable>(
    _ child: ComposedReducer<Inner, JournalAction>,
    _ keyPath: sending WritableKeyPath<House, Inner>
  ) -> ComposedReducer<House, Action> {
    ComposedReducer { house, action in
      if case .leave = action { house.counted[1] = nil }
      return .none
    }
    .lifting(
      child,
      at: Child(keyPath, id: "child") {
        .room($0)
      } extract: { action in
        if case .room(let action) = action { action } else { nil }
      }
    )
  }

  /// A feature with a room that may leave.
  private static let rooms = ComposedReducer<[Int: [String]], JournalAction> { _, _ in .none }
    .lifting(
      journal,
      at: ChildList(\.self, id: "rooms") {
        $1
      } extract: {
        (1, $0)
      }
    )

  private let gate = Gate()

  private func makeStore<Inner: Sendable>(
    _ child: ComposedReducer<Inner, JournalAction>,
    _ keyPath: sending WritableKeyPath<House, Inner>
  ) -> (Store<House, Action>, Counter) {
    let reads = Counter()
    let store = Store(
      initialState: House(reads: reads),
      options: StoreOptions(executor: TestExecutor()),
      reducer: Self.makeHouse(child, keyPath)
    )
    store.send(
      .room(
        .run(
          .task { [gate] in
            await gate.wait()
            return .note("late")
          }
        )
      )
    )
    #expect(store.runningTaskCount == 1)
    return (store, reads)
  }

  @Test func `a child without children is not read for other actions, though it has effects`() async {
    let quiet = ComposedReducer<[Int: [String]], JournalAction> { rooms, action in
      keepJournal(&rooms[1, default: []], action)
    }
    let (store, reads) = makeStore(quiet, \.counted)
    let before = reads.value
    for _ in 0..<10 { store.send(.pause) }
    #expect(reads.value == before)
    gate.open()
    await store.settle()
  }

  @Test func `a child whose own children may leave is read, and they leave`() {
    let (store, reads) = makeStore(Self.rooms, \.counted)
    let before = reads.value
    store.send(.pause)
    #expect(reads.value > before)
    store.send(.leave)
    #expect(store.runningTaskCount == 0)
    gate.open()
  }
}
