#if Exhaustive
import ElmEngine
import StoreTesting
import Testing

/// Lifts inside lifts.
@MainActor
@Suite struct DeepLiftingTests {
  /// A level of a state that holds levels.
  private struct Level: Equatable {
    var notes: [String] = []
    var children: [Int: Level] = [:]
  }

  private indirect enum LevelAction: Sendable {
    case own(JournalAction)
    case drop(Int)
    case child(Int, LevelAction)
  }

  private nonisolated static func reducer(depth: Int) -> ComposedReducer<Level, LevelAction> {
    let level = ComposedReducer<Level, LevelAction> { level, action in
      switch action {
      case .own(let action): return keepJournal(&level.notes, action).map { .own($0) }
      case .drop(let child): level.children[child] = nil
      case .child: break
      }
      return .none
    }
    guard depth > 0 else { return level }
    return level.lifting(
      reducer(depth: depth - 1),
      at: ChildList(\.children, id: "children") {
        .child($0, $1)
      } extract: { action in
        if case .child(let number, let action) = action { (number, action) } else { nil }
      }
    )
  }

  /// The action for the level at the end of a path.
  private nonisolated static func at(_ path: [Int], _ action: LevelAction) -> LevelAction {
    path.reversed().reduce(action) { .child($1, $0) }
  }

  private nonisolated static func level(depth: Int) -> Level {
    depth == 0 ? Level() : Level(children: [1: level(depth: depth - 1), 2: level(depth: depth - 1)])
  }

  private let executor = TestExecutor()
  private let gate = Gate()

  private func makeStore(depth: Int) -> Store<Level, LevelAction> {
    Store(
      initialState: Self.level(depth: depth),
      options: StoreOptions(executor: executor),
      reducer: Self.reducer(depth: depth)
    )
  }

  private nonisolated func late() -> @Sendable () async throws -> JournalAction {
    { [gate] in
      await gate.wait()
      return .note("late")
    }
  }

  private func notes(_ store: Store<Level, LevelAction>, at path: [Int]) -> [String]? {
    var level: Level? = store.state
    for child in path { level = level?.children[child] }
    return level?.notes
  }

  @Test(arguments: 0...10)
  func `an action and an effect reach a child at any depth`(depth: Int) async {
    let store = makeStore(depth: depth)
    let path = Array(repeating: 1, count: depth)
    store.send(Self.at(path, .own(.note("a"))))
    store.send(Self.at(path, .own(.run(.cancellable({ .note("b") }, "x")))))
    let name = path.reduce(EffectID("x")) { id, part in id.scoped(to: EffectScope("children").appending(part)) }
    #expect(store.isTaskRunning(id: name))
    await store.settle()
    #expect(notes(store, at: path) == ["a", "b"])
  }

  @Test(arguments: 0..<10)
  func `all children below a level depart with it, and no others`(dropped: Int) async {
    let store = makeStore(depth: 10)
    let path = Array(repeating: 1, count: 10)
    // One at each level of the path, and one next to each.
    for depth in 0...10 {
      store.send(Self.at(Array(path.prefix(depth)), .own(.run(.cancellable(late(), "x")))))
      if depth > 0 {
        store.send(Self.at(path.prefix(depth - 1) + [2], .own(.run(.task(late())))))
      }
    }
    #expect(store.runningTaskCount == 21)

    store.send(Self.at(Array(path.prefix(dropped)), .drop(1)))

    // Those at and above the level that drops its child, and those next to them.
    #expect(store.runningTaskCount == dropped + 1 + dropped + 1)
    gate.open()
    await store.settle()
    #expect(notes(store, at: Array(path.prefix(dropped))) == ["late"])
    #expect(notes(store, at: path.prefix(dropped) + [1]) == nil)
    #expect(notes(store, at: path.prefix(dropped) + [2]) == ["late"])
  }

  @Test func `a child's cancel of all cancels its children's effects, too`() async {
    let store = makeStore(depth: 3)
    for path in [[], [1], [1, 1], [1, 1, 2], [2]] {
      store.send(Self.at(path, .own(.run(.task(late())))))
    }
    store.send(Self.at([1], .own(.run(.cancel(.all)))))
    #expect(store.runningTaskCount == 2)
    store.cancel(.all)
    gate.open()
    await store.settle()
  }

  @Test func `a cancel with a condition sees names as the child gave them`() async {
    let store = makeStore(depth: 2)
    let names = Recorder<EffectID>()
    store.send(Self.at([1], .own(.run(.cancellable(late(), "x")))))
    store.send(Self.at([1, 2], .own(.run(.cancellable(late(), "x")))))
    store.send(Self.at([2], .own(.run(.cancellable(late(), "x")))))
    store.send(
      Self.at(
        [1],
        .own(
          .run(
            .cancel(
              .matching {
                names.record($0)
                return $0 == "x"
              }
            )
          )
        )
      )
    )
    #expect(Set(names.values) == ["x", EffectID("x").scoped(to: EffectScope("children").appending(2))])
    #expect(store.runningTaskCount == 2)
    store.cancel(.all)
    gate.open()
    await store.settle()
  }

  // MARK: Every kind of lift

  private struct Home: Identifiable {
    let id: Int
    var house = House()
  }

  /// A state with a house in each way in which a child can be held.
  private struct Street {
    var fixed = House()
    var optional: House? = House()
    var identified: Home? = Home(id: 3)
    var keyed = [1: House()]
    var listed = [Home(id: 4)]
    private var kept = House()

    var computed: House {
      get { kept }
      set { kept = newValue }
    }
  }

  private enum Place: CaseIterable {
    case fixed, optional, identified, keyed, listed, computed
  }

  private struct StreetAction: Sendable {
    let place: Place
    let action: HouseAction
  }

  private nonisolated static func action(for place: Place) -> @MainActor (StreetAction) -> HouseAction? {
    { $0.place == place ? $0.action : nil }
  }

  private nonisolated static func embed(from place: Place) -> @Sendable (HouseAction) -> StreetAction {
    { StreetAction(place: place, action: $0) }
  }

  private nonisolated static func makeStreet() -> ComposedReducer<Street, StreetAction> {
    let home = ComposedReducer<Home, HouseAction> { _, _ in .none }
      .lifting(
        house,
        at: Child(\.house, id: "house") {
          $0
        } extract: {
          $0
        }
      )
    return ComposedReducer<Street, StreetAction> { _, _ in .none }
      .lifting(house, at: Child(\.fixed, id: Place.fixed, embed: embed(from: .fixed), extract: action(for: .fixed)))
      .lifting(
        house,
        at: Child(\.optional, id: Place.optional, embed: embed(from: .optional), extract: action(for: .optional))
      )
      .lifting(
        home,
        at: Child(
          \.identified,
          id: Place.identified,
          embed: embed(from: .identified),
          extract: action(for: .identified)
        )
      )
      .lifting(
        house,
        at: ChildList(\.keyed, id: Place.keyed) {
          StreetAction(place: .keyed, action: $1)
        } extract: {
          $0.place == .keyed ? (1, $0.action) : nil
        }
      )
      .lifting(
        home,
        at: ChildList(\.listed, id: Place.listed) {
          StreetAction(place: .listed, action: $1)
        } extract: {
          $0.place == .listed ? (4, $0.action) : nil
        }
      )
      .lifting(
        house,
        at: Child(\.computed, id: Place.computed, embed: embed(from: .computed), extract: action(for: .computed))
      )
  }

  @Test(arguments: Place.allCases)
  private func `a child's own children depart while the child stays, however it is lifted`(place: Place) async {
    let store = Store(
      initialState: Street(),
      options: StoreOptions(executor: executor),
      reducer: Self.makeStreet()
    )
    func send(_ action: HouseAction) { store.send(StreetAction(place: place, action: action)) }
    send(.change { $0.rooms = [7: [], 8: []] })
    for room in 7...8 { send(.room(room, .run(.task(late())))) }
    send(.owner(.run(.task(late()))))
    #expect(store.runningTaskCount == 3)

    send(.change { $0.rooms[7] = nil })
    #expect(store.runningTaskCount == 2)
    send(.change { $0.rooms[8] = nil })
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()
  }
}
#endif
