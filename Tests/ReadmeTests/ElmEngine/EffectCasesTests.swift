#if Exhaustive
import ElmEngine
import StoreTesting
import Testing

/// The samples of the reference's "Core Components" about effects.
@MainActor
@Suite struct EffectCasesTests {
  private let executor = TestExecutor()

  private func run<Action>(
    _ type: Action.Type = Action.self,
    first: Action,
    effect: @escaping @MainActor ([Action]) -> ([Action], Effect<Action>)
  ) async -> Store<[Action], Action> {
    // Keeps each action in the state; the sample answers the first one.
    let store = Store<[Action], Action>(
      initialState: [],
      options: StoreOptions(executor: executor),
      reduce: { state, action in
        let newState = state + [action]
        return newState.count == 1 ? effect(newState) : (newState, .none)
      }
    )
    store.send(first)
    await store.settle()
    return store
  }

  @Test func `.none`() async {
    enum MyAction: Sendable {
      case start
    }

    let store = await run(first: MyAction.start) { newState in
      return (newState, .none)
    }

    #expect(store.state == [.start])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `.sequence`() async {
    enum MyAction: Sendable {
      case start
      case userFetched
      case uiUpdated
    }
    @Sendable func fetchUser() async -> MyAction { .userFetched }
    @Sendable func updateUI() async -> MyAction { .uiUpdated }

    let store = await run(first: MyAction.start) { newState in
      return (
        newState,
        .sequence([
          .task { await fetchUser() },
          .task { await updateUI() },
        ])
      )
    }

    #expect(store.state == [.start, .userFetched, .uiUpdated])
  }

  @Test func `.task`() async {
    enum MyAction: Equatable, Sendable {
      case start
      case dataReceived(String)
    }
    struct NetworkService: Sendable {
      func fetchData() async throws -> String { "data" }
    }
    let networkService = NetworkService()

    let store = await run(first: MyAction.start) { newState in
      return (
        newState,
        .task {
          let data = try await networkService.fetchData()
          return .dataReceived(data)
        }
      )
    }

    #expect(store.state == [.start, .dataReceived("data")])
  }

  @Test func `.cancellable`() async {
    enum MyAction: Equatable, Sendable {
      case start
      case operationCompleted(Int)
    }
    let clock = TestClock(executor: executor)
    @Sendable func longRunningOperation() async throws -> Int {
      try await clock.sleep(for: .seconds(60))
      return 42
    }

    let store = await run(first: MyAction.start) { newState in
      return (
        newState,
        .cancellable(
          {
            let result = try await longRunningOperation()
            return .operationCompleted(result)
          },
          "long-operation"
        )
      )
    }

    #expect(store.isTaskRunning(id: "long-operation"))
    await clock.advance(by: .seconds(60))
    #expect(!store.isTaskRunning(id: "long-operation"))
    #expect(store.state == [.start, .operationCompleted(42)])
  }

  @Test func `.stream`() async {
    enum MyAction: Equatable, Sendable {
      case start
      case received(Int)
    }

    let store = await run(first: MyAction.start) { newState in
      return (
        newState,
        .stream(
          AsyncStream { continuation in
            // Stream implementation
            continuation.yield(.received(1))
            continuation.yield(.received(2))
            continuation.finish()
          },
          id: "data-stream"
        )
      )
    }

    #expect(store.state == [.start, .received(1), .received(2)])
    #expect(!store.isTaskRunning(id: "data-stream"))
  }

  @Test func `map`() async {
    enum ChildAction: Equatable, Sendable {
      case loaded
    }
    enum ParentAction: Equatable, Sendable {
      case start
      case parentAction(ChildAction)
    }
    let originalEffect = Effect<ChildAction>.task { .loaded }

    let store = await run(ParentAction.self, first: .start) { newState in
      // The type is written out: nothing in the sample says whose '.parentAction' it is.
      let mappedEffect: Effect<ParentAction> = originalEffect.map { originalAction in
        return .parentAction(originalAction)
      }
      return (newState, mappedEffect)
    }

    #expect(store.state == [.start, .parentAction(.loaded)])
  }
}
#endif
