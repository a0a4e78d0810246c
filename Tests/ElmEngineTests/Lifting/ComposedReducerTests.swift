import ElmEngine
import StoreTesting
import Testing

extension House {
  fileprivate var frontRoom: [String] {
    get { rooms[1] ?? [] }
    set { rooms[1] = newValue }
  }
}

/// Reducers lifted into each other: what each sees when, and how effects are kept separate.
@MainActor
@Suite struct ComposedReducerTests {
  private let executor = TestExecutor()
  private let observer = EventRecorder()
  private let gate = Gate()
  private let store: Store<House, HouseAction>

  init() {
    store = Store(
      initialState: House(),
      options: StoreOptions(executor: executor, observers: [observer]),
      reducer: house
    )
  }

  private nonisolated func late(_ text: String = "late") -> @Sendable () async throws -> JournalAction {
    { [gate] in
      await gate.wait()
      return .note(text)
    }
  }

  // MARK: States and actions

  @Test(arguments: Resident.all)
  func `a child's action changes its own part of the state`(resident: Resident) {
    store.send(.change(resident.arrive))
    store.send(resident.tell(.note("a")))
    store.send(resident.tell(.note("b")))
    #expect(resident.notes(store.state) == ["a", "b"])
  }

  @Test func `a parent sees a child's action with the child's new state`() {
    store.send(.owner(.note("a")))
    store.send(.owner(.note("b")))
    #expect(store.state == House(notes: ["owner of 1 said a", "owner of 2 said b"], owner: ["a", "b"]))
  }

  @Test func `a parent's own action reaches no child`() {
    store.send(.note("a"))
    #expect(store.state == House(notes: ["a"]))
  }

  @Test func `elements are found by their ids`() {
    store.send(.change { $0.queue = [House.Guest(id: 2), House.Guest(id: 1), House.Guest(id: 2)] })
    store.send(.queue(1, .note("a")))
    store.send(.queue(2, .note("b")))
    #expect(store.state.queue.map(\.notes) == [["b"], ["a"], []])
  }

  @Test func `a pure reducer is lifted like one that changes in place`() async {
    struct Pair: Equatable {
      var left = 0
      var right = 0
    }
    enum PairAction: Sendable {
      case left(Int)
      case right(Int)
    }
    let number = ComposedReducer<Int, Int> { state, action in
      (state + action, action > 1 ? .task { 1 } : .none)
    }
    let pair = ComposedReducer<Pair, PairAction> { state, _ in (state, .none) }
      .lifting(
        number,
        at: Child(\.left, id: "left") {
          .left($0)
        } extract: {
          if case .left(let number) = $0 { number } else { nil }
        }
      )
      .lifting(
        number,
        at: Child(\.right, id: "right") {
          .right($0)
        } extract: {
          if case .right(let number) = $0 { number } else { nil }
        }
      )
    let store = Store(initialState: Pair(), options: StoreOptions(executor: executor), reducer: pair)

    store.send(.left(2))
    store.send(.right(10))
    await store.settle()

    #expect(store.state == Pair(left: 3, right: 11))
  }

  @Test func `without children an effect is the reducer's own, with children it is a program or none`() throws {
    let child = ComposedReducer<Int, Int> { _, action in action == 0 ? .none : .cancel("x") }
    let parent = ComposedReducer<Int, Int> { _, _ in .none }
      .lifting(
        child,
        at: Child(\.self, id: "child") {
          $0
        } extract: {
          $0
        }
      )
    var state = 0
    if case .cancel("x") = try child.reduce(&state, 1) {} else { Issue.record("not the reducer's own") }
    if case .none = try child.reduce(&state, 0) {} else { Issue.record("not the reducer's own") }
    if case .program = try parent.reduce(&state, 1) {} else { Issue.record("no program") }
    if case .none = try parent.reduce(&state, 0) {} else { Issue.record("something to do") }
  }

  @Test func `a computed part of the state is changed, too`() {
    let reducer = ComposedReducer<House, JournalAction> { _, _ in .none }
      .lifting(
        journal,
        at: Child(\.frontRoom, id: "front") {
          $0
        } extract: {
          $0
        }
      )
    let store = Store(initialState: House(), reducer: reducer)
    store.send(.note("a"))
    store.send(.note("b"))
    #expect(store.state.rooms == [1: ["a", "b"]])
  }

  @Test func `children are changed in place`() {
    struct Parent {
      var before = 0
      var fixed = UniquenessProbe()
      var optional: UniquenessProbe? = UniquenessProbe()
      var keyed = [1: UniquenessProbe()]
    }
    let probe = ComposedReducer<UniquenessProbe, Int> { probe, _ in
      probe.change()
      return .none
    }
    let reducer = ComposedReducer<Parent, Int> { _, _ in .none }
      .lifting(
        probe,
        at: Child(\.fixed, id: 0) {
          $0
        } extract: {
          $0 == 0 ? $0 : nil
        }
      )
      .lifting(
        probe,
        at: Child(\.optional, id: 1) {
          $0
        } extract: {
          $0 == 1 ? $0 : nil
        }
      )
      .lifting(
        probe,
        at: ChildList(\.keyed, id: 2) {
          $1
        } extract: {
          $0 == 2 ? (1, $0) : nil
        }
      )
    let store = Store(initialState: Parent(), reducer: reducer)
    for action in [0, 1, 2, 0, 1, 2] {
      store.send(action)
    }
    let state = store.state
    #expect(state.fixed.changesInPlace == [true, true])
    #expect(state.optional?.changesInPlace == [true, true])
    #expect(state.keyed[1]?.changesInPlace == [true, true])
  }

  // MARK: Effects

  @Test func `a child's effects start before its parent's, for one action`() async {
    store.send(.change { $0.rooms[1] = [] })
    let named = ComposedReducer<House, HouseAction> { house, action in
      Effect.task { .note("parent") }.named("parent")
    }
    .lifting(
      journal,
      at: ChildList(\.rooms, id: "rooms") {
        .room($0, $1)
      } extract: { action in
        if case .room(let number, let action) = action { (number, action) } else { nil }
      }
    )
    let store = Store(
      initialState: House(rooms: [1: []]),
      options: StoreOptions(executor: executor, observers: [observer]),
      reducer: named
    )
    let handle = store.send(.room(1, .run(Effect.task(late()).named("child"))))
    #expect(observer.events == ["start child", "start parent"])
    handle.cancel()
    gate.open()
    await executor.settle()
  }

  @Test(arguments: Resident.all)
  func `a child's effect sends the child's actions`(resident: Resident) async {
    store.send(.change(resident.arrive))
    store.send(resident.tell(.run(.sequence([.task { .note("a") }, .program(.emit(.note("b")))]))))
    store.send(resident.tell(.run(Effect.task { throw Failure() }.catch { .note("\($0)") })))
    await store.settle()
    #expect(resident.notes(store.state) == ["a", "b", "out of luck"])
  }

  @Test func `one name in several children is several names`() async {
    store.send(.change { $0.rooms = [1: [], 2: []] })
    for number in 1...2 {
      store.send(.room(number, .run(.cancellable(late("old"), "x"))))
      store.send(.room(number, .run(.cancellable(late("new"), "x"))))
    }
    store.send(.owner(.run(.cancellable(late(), "x"))))
    #expect(store.runningTaskCount == 3)
    #expect(!store.isTaskRunning(id: "x"))
    #expect(store.isTaskRunning(id: EffectID("x").scoped(to: "owner")))
    #expect(store.isTaskRunning(id: EffectID("x").scoped(to: EffectScope("rooms").appending(2))))

    store.send(.room(1, .run(.cancel("x"))))
    #expect(!store.isTaskRunning(id: EffectID("x").scoped(to: EffectScope("rooms").appending(1))))
    store.cancel(EffectID("x").scoped(to: "owner"))
    gate.open()
    await store.settle()

    #expect(store.state.rooms == [1: [], 2: ["new"]])
    #expect(store.state.owner.isEmpty)
  }

  @Test func `a child cancels its own effects only`() async {
    let cancels: [Effect<JournalAction>] = [
      .cancel("x"), .cancel(.ids(["x", "y"])), .cancel(.matching { $0 == "x" }), .cancel(.all),
    ]
    for cancel in cancels {
      store.send(.change { $0.rooms = [1: [], 2: []] })
      for action: HouseAction in [
        .room(1, .run(.cancellable(late(), "x"))), .room(2, .run(.cancellable(late(), "x"))),
        .owner(.run(.cancellable(late(), "x"))),
        .run(Effect<JournalAction>.cancellable(late(), "x").map { HouseAction.owner($0) }),
      ] {
        store.send(action)
      }
      store.send(.room(1, .run(cancel)))
      #expect(store.runningTaskCount == 3, "\(cancel)")
      #expect(!store.isTaskRunning(id: EffectID("x").scoped(to: EffectScope("rooms").appending(1))))
      store.cancel(.all)
      #expect(store.runningTaskCount == 0)
    }
    gate.open()
    await store.settle()
  }

  @Test func `a parent cancels its children's effects by scope`() async {
    store.send(.change { $0.rooms = [1: [], 2: []] })
    store.send(.room(1, .run(.task(late()))))
    store.send(.room(2, .run(.sequence([.task(late()), .task { .note("second") }]))))
    store.send(.owner(.run(.task(late("owner's")))))
    #expect(store.runningTaskCount == 3)

    store.send(.run(.cancel(.scope(EffectScope("rooms").appending(1)))))
    #expect(store.runningTaskCount == 2)
    store.send(.run(.cancel(.scope("rooms"))))
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()

    #expect(store.state.rooms == [1: [], 2: []])
    #expect(store.state.owner == ["owner's"])
  }

  @Test func `a parent that calls its child's reducer itself lifts the effect by hand`() async {
    let reducer = ComposedReducer<House, HouseAction> { house, action in
      switch action {
      case .owner(let action):
        return keepJournal(&house.owner, action).map { .owner($0) }.scoped(to: "owner")
      case .lodger(let action):
        guard var lodger = house.lodger else { return .none }
        defer { house.lodger = lodger }
        return keepJournal(&lodger, action).lifted(to: EffectScope("lodger")) { .lodger($0) }
      case .change(let change):
        change(&house)
        return house.lodger == nil ? .cancel(.scope("lodger")) : .none
      default:
        return .none
      }
    }
    let store = Store(initialState: House(lodger: []), options: StoreOptions(executor: executor), reducer: reducer)
    store.send(.owner(.run(.cancellable(late("a"), "x"))))
    store.send(.lodger(.run(.cancellable(late("b"), "x"))))
    #expect(store.runningTaskCount == 2)
    store.send(.change { $0.lodger = nil })
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()
    #expect(store.state == House(owner: ["a"]))
  }

  @Test func `the names that an action cancels may be those of children`() async {
    let store = Store(
      initialState: House(),
      options: StoreOptions(executor: executor),
      cancelsOn: { if case .note("stop") = $0 { [EffectID("x").scoped(to: "owner")] } else { [] } },
      reducer: house
    )
    store.send(.owner(.run(.cancellable(late(), "x"))))
    store.send(.note("stop"))
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
  }

  // MARK: Questions and mistakes

  @Test func `a reducer knows which of its children a state contains`() {
    let state = House(lodger: [], guest: House.Guest(id: 1), rooms: [1: []], queue: [House.Guest(id: 1)])
    let present: [EffectScope] = [
      EffectScope("owner"), EffectScope("lodger"), EffectScope("guest"), EffectScope("guest").appending(1),
      EffectScope("rooms"), EffectScope("rooms").appending(1), EffectScope("queue").appending(1),
      EffectScope("unknown"), EffectScope("owner").appending("part of its own"),
    ]
    let absent: [EffectScope] = [
      EffectScope("guest").appending(2), EffectScope("rooms").appending(2), EffectScope("rooms").appending("1"),
      EffectScope("queue").appending(2), EffectScope("visit"), EffectScope("rooms").appending(2).appending("inner"),
    ]
    for scope in present { #expect(house.contains(scope, in: state), "\(scope)") }
    for scope in absent { #expect(!house.contains(scope, in: state), "\(scope)") }
  }

  @Test func `lifting two children with the same id stops the program with an explanation`() async {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = ComposedReducer<[String], JournalAction> { _, _ in .none }
          .lifting(
            journal,
            at: Child(\.self, id: "a") {
              $0
            } extract: {
              $0
            }
          )
          .lifting(
            journal,
            at: Child(\.self, id: "a") {
              $0
            } extract: {
              $0
            }
          )
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Lifted two children with the id 'a' into one reducer.

        Their effects could not be told apart.

        Give each lift a different id.
        """
      )
    )
    #expect(text.contains("\(#fileID):\(line): "))
  }
}
