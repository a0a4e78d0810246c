#if Exhaustive
import ElmEngine
import StoreTesting
import Testing

/// The samples of the reference's "Best Practices".
@MainActor
@Suite struct BestPracticesTests {
  private let executor = TestExecutor()

  @Test func `1. Keep Reducers Pure`() async {
    struct State {
      var counter = 0
    }
    enum Action: Sendable {
      case started
      case fetched
    }
    @Sendable func fetchData() async -> Action { .fetched }

    // Good - pure reducer
    func reduce(state: State, action: Action) -> (State, Effect<Action>) {
      // The sample would fetch for what it fetched, too.
      guard case .started = action else { return (state, .none) }
      var newState = state
      newState.counter += 1
      return (newState, .task { await fetchData() })
    }

    let store = Store(initialState: State(), options: StoreOptions(executor: executor), reduce: reduce)
    store.send(.started)
    #expect(store.state.counter == 1)
    #expect(store.runningTaskCount == 1)
    await store.settle()
    #expect(store.runningTaskCount == 0)
  }

  @Test func `1. Keep Reducers Pure: a side effect is unknown to the store`() async {
    struct State {
      var counter = 0
    }
    enum Action: Sendable {
      case started
      case fetched
    }
    @Sendable func fetchData() async -> Action { .fetched }

    // Bad - side effect in reducer
    func reduce(state: State, action: Action) -> (State, Effect<Action>) {
      var newState = state
      newState.counter += 1
      Task { await fetchData() }  // Side effect!
      return (newState, .none)
    }

    let store = Store(initialState: State(), options: StoreOptions(executor: executor), reduce: reduce)
    store.send(.started)
    #expect(store.runningTaskCount == 0)
    await store.settle()
    #expect(store.state.counter == 1)
  }

  @Test func `2. Use Meaningful Effect IDs`() async {
    enum Action: Sendable {
      case started
      case profileFetched
      case moved(Int)
    }
    let (locationStream, _) = AsyncStream.makeStream(of: Action.self)
    let (stream, _) = AsyncStream.makeStream(of: Action.self)
    let clock = TestClock(executor: executor)
    let fetchProfile: @Sendable () async throws -> Action = {
      try await clock.sleep(for: .seconds(1))
      return .profileFetched
    }

    let effects: [Effect<Action>] = [
      // Good
      .cancellable({ try await fetchProfile() }, "user-profile-fetch"),
      .stream(locationStream, id: "gps-location-updates"),
      // Less clear
      .cancellable({ try await fetchProfile() }, "task1"),
      .stream(stream, id: "stream"),
    ]

    let store = Store<Int, Action>(initialState: 0, options: StoreOptions(executor: executor)) { state, action in
      if case .started = action { (state, .merge(effects)) } else { (state, .none) }
    }
    store.send(.started)
    await store.settle()
    for id in ["user-profile-fetch", "gps-location-updates", "task1", "stream"] {
      #expect(store.isTaskRunning(id: id))
      store.cancel(id)
      #expect(!store.isTaskRunning(id: id))
    }
  }

  @Test(arguments: [true, false]) func `3. Handle Errors Gracefully`(isOnline: Bool) async {
    enum Action: Sendable {
      case started
      case success(String)
      case failure(any Error)
    }
    @Sendable func networkCall() async throws -> String {
      guard isOnline else { throw ServiceError.offline }
      return "data"
    }

    let effect: Effect<Action> =
      .task {
        do {
          let data = try await networkCall()
          return .success(data)
        } catch {
          return .failure(error)
        }
      }

    let store = Store<String, Action>(initialState: "", options: StoreOptions(executor: executor)) { state, action in
      switch action {
      case .started: ("loading", effect)
      case .success(let data): (data, .none)
      case .failure(let error): ("\(error)", .none)
      }
    }
    store.send(.started)
    #expect(store.state == "loading")
    await store.settle()
    #expect(store.state == (isOnline ? "data" : "offline"))
  }
}
#endif
