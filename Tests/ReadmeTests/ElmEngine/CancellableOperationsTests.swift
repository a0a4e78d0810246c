#if Exhaustive
import ElmEngine
import StoreTesting
import Testing

/// The sample of the reference's "Cancellable Operations".
@MainActor
@Suite struct CancellableOperationsTests {
  private struct AppState {
    var users: [User] = []
  }

  private enum NetworkAction: Sendable {
    case searchUsers(String)
    case cancelSearch
    case usersReceived([User])

    var isCancelSearch: Bool {
      if case .cancelSearch = self { true } else { false }
    }
  }

  private let executor: TestExecutor
  private let clock: TestClock
  private let userService: UserService

  init() {
    executor = TestExecutor()
    clock = TestClock(executor: executor)
    userService = UserService(clock: clock)
  }

  private func reduce(state: AppState, action: NetworkAction) -> (AppState, Effect<NetworkAction>) {
    switch action {
    case .searchUsers(let query):
      return (
        state,
        .cancellable(
          {
            let users = try await userService.search(query)
            return .usersReceived(users)
          },
          "user-search"
        )
      )

    case .cancelSearch:
      // The store will automatically cancel the task with ID "user-search"
      return (state, .none)

    case .usersReceived(let users):
      var newState = state
      newState.users = users
      return (newState, .none)
    }
  }

  // This makes the comment on '.cancelSearch' true: the store knows which names an action cancels.
  private func makeStore() -> Store<AppState, NetworkAction> {
    Store(
      initialState: AppState(),
      options: StoreOptions(executor: executor),
      cancelsOn: { $0.isCancelSearch ? ["user-search"] : [] },
      reduce: reduce
    )
  }

  @Test func `Cancellable Operations: a search brings users`() async {
    let store = makeStore()

    store.send(.searchUsers("ada"))
    #expect(store.isTaskRunning(id: "user-search"))
    await clock.advance(by: .seconds(1))

    #expect(store.state.users == [User(name: "ada 1"), User(name: "ada 2")])
    #expect(!store.isTaskRunning(id: "user-search"))
  }

  @Test func `Cancellable Operations: a newer search replaces the previous one`() async {
    let store = makeStore()

    store.send(.searchUsers("ada"))
    await clock.advance(by: .milliseconds(500))
    store.send(.searchUsers("grace"))
    await clock.advance(by: .seconds(2))

    #expect(store.state.users == [User(name: "grace 1"), User(name: "grace 2")])
  }

  @Test func `Cancellable Operations: to cancel the search`() async {
    let store = makeStore()
    store.send(.searchUsers("ada"))
    await store.settle()

    // To cancel the search
    store.send(.cancelSearch)

    #expect(!store.isTaskRunning(id: "user-search"))
    await clock.advance(by: .seconds(2))
    #expect(store.state.users.isEmpty)
  }

  @Test func `Cancellable Operations: or directly`() async {
    let store = makeStore()
    store.send(.searchUsers("ada"))
    await store.settle()

    // or directly
    store.cancel("user-search")

    #expect(!store.isTaskRunning(id: "user-search"))
    await clock.advance(by: .seconds(2))
    #expect(store.state.users.isEmpty)
  }

  @Test func `Cancellable Operations: without names for the action, the search continues`() async {
    let store = Store(initialState: AppState(), options: StoreOptions(executor: executor), reduce: reduce)

    store.send(.searchUsers("ada"))
    store.send(.cancelSearch)

    #expect(store.isTaskRunning(id: "user-search"))
    store.cancel("user-search")
    await store.settle()
  }
}
#endif
