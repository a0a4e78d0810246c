import ElmEngine
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Effects launched on the scope of a child whose reducer was not lifted.
@MainActor
@Suite struct ScopedLaunchTests {
  private struct House: Equatable {
    var room: [Int]?
  }

  private enum RoomAction: Equatable, Sendable {
    case tick(Int)
    case leave
  }

  private enum Action: Equatable, Sendable {
    case open
    case close
    case room(RoomAction)
  }

  private let executor = TestExecutor()
  private let gate = Gate()
  private let store: Store<House, Action>

  init() {
    store = Store(initialState: House(), options: StoreOptions(executor: executor)) { [gate] house, action in
      switch action {
      case .open: house.room = []
      case .close: house.room = nil
      case .room(.tick(let number)): house.room?.append(number)
      case .room(.leave):
        house.room = nil
        return .program(.run(id: "save") { _ in await gate.wait() })
      }
      return .none
    }
    store.send(.open)
  }

  private func scope(id: EffectScope? = nil) throws -> ScopedStore<[Int], RoomAction> {
    try #require(
      store.scope(
        Child(\.room, id: id) {
          .room($0)
        } extract: { _ in
          nil
        }
      )
    )
  }

  private func ticks() -> EffectProgram<RoomAction> {
    .run(id: "ticks") { [gate] send in
      await gate.wait()
      send(.tick(1))
    }
  }

  @Test(arguments: [nil, EffectScope("room")])
  func `a launched effect ends with its child, and does nothing to the next child`(id: EffectScope?) async throws {
    let scope = try scope(id: id)
    let handle = scope.launch(ticks())
    #expect(scope.isTaskRunning(id: "ticks"))
    store.send(.close)
    #expect(!scope.isTaskRunning(id: "ticks"))
    store.send(.open)
    gate.open()
    await store.settle()
    #expect(handle.isFinished)
    #expect(store.state.room == [])
  }

  @Test func `observers hear how a scope ends its effects, and where`() throws {
    let events = RecordedEvents()
    store.runtime.observe(events)
    let scope = try scope(id: EffectScope("room"))
    scope.launch(ticks())
    scope.cancelAll()
    let line = UInt(#line) - 1
    scope.launch(ticks())
    store.send(.close)
    let enders = events.all.compactMap(\.ender)
    #expect(enders.map { "\($0.way)" } == ["by a cancel of all effects", "as its owner has ended"])
    #expect(enders.map(\.location?.line) == [line, nil])
    #expect(enders.map { $0.cause == nil } == [true, false])
  }

  @Test func `effects launched by scopes with ids of their own end with the child`() throws {
    let scopes = try [scope(id: EffectScope("left")), scope(id: EffectScope("right"))]
    for scope in scopes { scope.launch(ticks()) }
    #expect(store.runningTaskCount == 2)
    store.send(.close)
    #expect(store.runningTaskCount == 0)
    gate.open()
  }

  @Test func `a launched effect ends with its child, and the store's effects that it caused continue`() async throws {
    let scope = try scope()
    scope.launch(.sequence([.run { $0(.leave) }, ticks()]))
    await executor.settle()
    #expect(scope.hasDeparted)
    #expect(store.runtime.runningEffects.map(\.id) == ["save"])
    store.send(.open)
    gate.open()
    await store.settle()
    #expect(store.state.room == [])
  }

  @Test func `a launched effect that itself removes the child ends with it`() async throws {
    let handle = try scope().launch(.sequence([.emit(.leave), ticks()]))
    // The emitted action is part of it, and has an effect.
    #expect(!handle.isFinished)
    #expect(store.runtime.runningEffects.map(\.id) == ["save"])
    store.send(.open)
    gate.open()
    await store.settle()
    #expect(store.state.room == [])
  }

  @Test func `a launched effect ends with the child even if nothing keeps the scope`() async throws {
    let handle = try scope().launch(ticks())
    store.send(.close)
    #expect(store.runningTaskCount == 0)
    await store.settle()
    #expect(handle.isFinished)
    gate.open()
  }

  @Test(arguments: [nil, EffectScope("room")])
  func `an effect that waits for its turn until the child has departed does not start`(id: EffectScope?) async throws {
    let scope = try scope(id: id)
    store.enqueue(.close)
    store.enqueue(.open)
    // Behind both.
    let handle = scope.launch(ticks())
    #expect(scope.hasDeparted && store.state.room == [])
    #expect(store.runningTaskCount == 0 && handle.isFinished)
    gate.open()
    await store.settle()
    #expect(store.state.room == [])
  }

  // The effects of that name were the next child's, and those without a scope the store's.
  @Test(arguments: [nil, EffectScope("room")])
  func `a departed scope neither cancels nor finds effects`(id: EffectScope?) throws {
    let old = try scope(id: id)
    store.send(.close)
    store.send(.open)
    let new = try scope(id: id)
    new.launch(ticks())
    #expect(new.runningTaskCount == 1 && new.isTaskRunning(id: "ticks"))
    #expect(old.runningTaskCount == 0 && !old.isTaskRunning(id: "ticks"))
    old.cancelAll()
    old.cancel(id: "ticks")
    #expect(new.runningTaskCount == 1)
    new.cancel(id: "ticks")
    #expect(store.runningTaskCount == 0)
    gate.open()
  }

  @Test func `a launched effect does not keep the store`() async throws {
    weak var released: Store<House, Action>?
    do {
      let store = Store<House, Action>(initialState: House(room: []), options: StoreOptions(executor: executor)) {
        _,
        _ in .none
      }
      released = store
      store.scope(\.room) { .room($0) }?.launch(ticks())
      await store.settle()
    }
    #expect(released == nil)
    gate.open()
  }

  // MARK: Programs, which behave as on a store

  private func work(_ id: EffectID, _ number: Int) -> EffectProgram<RoomAction> {
    .run(id: id) { [gate] send in
      await gate.wait()
      send(.tick(number))
    }
  }

  @Test(arguments: [nil, EffectScope("room")])
  func `a policy around a merge applies to each member`(id: EffectScope?) async throws {
    let scope = try scope(id: id)
    for number in 1...2 { scope.launch(.merge([work("a", number), work("b", number)]).policy(.keepRunning)) }
    gate.open()
    await store.settle()
    #expect(store.state.room == [1, 1])
  }

  @Test(arguments: [nil, EffectScope("room")])
  func `a cancel of all in a sequence spares the sequence's next members`(id: EffectScope?) async throws {
    let scope = try scope(id: id)
    gate.open()
    scope.launch(.sequence([.cancel(.all), work("a", 1), .cancel(.matching { _ in true }), work("b", 2)]))
    await store.settle()
    #expect(store.state.room == [1, 2])
  }

  @Test(arguments: [nil, EffectScope("room")])
  func `a launched effect without a name has no name in the store, either`(id: EffectScope?) throws {
    let scope = try scope(id: id)
    let endless = EffectProgram<RoomAction>.run { [gate] _ in await gate.wait() }
    scope.launch(endless)
    scope.launch(.merge([endless, endless]))
    #expect(store.runtime.runningEffects.map(\.id) == [nil, nil, nil])
    store.runtime.cancel(
      .matching { name in
        Issue.record("\(name) has a name")
        return true
      }
    )
    #expect(store.runningTaskCount == 3)
    store.send(.close)
    #expect(store.runningTaskCount == 0)
    gate.open()
  }

  @Test func `a policy that limits an effect without a name is ignored, and reported`() {
    let issues = Recorder<String>()
    let options = StoreOptions(executor: executor, onIssue: { issues.record($0.message) })
    let store = Store<House, Action>(initialState: House(room: []), options: options) { _, _ in .none }
    for _ in 0..<2 {
      store.scope(\.room) { .room($0) }?.launch(.run { [gate] _ in await gate.wait() }.policy(.keepRunning))
    }
    #expect(
      issues.values.map { $0.prefix(60) }
        == Array(repeating: "The launch policy of an effect without a name was ignored.\n\n", count: 2)
    )
    #expect(store.runningTaskCount == 2)
    gate.open()
  }
}
