import ElmEngine
import StoreTesting
import Testing

// The sample of the guide for users of Swift Tea.

private struct Search {
  var users: [String] = []
}

private enum SearchAction: Sendable {
  case searchUsers(String)
  case cancelSearch
  case usersReceived([String])
}

private func reduce(state: Search, action: SearchAction) -> (Search, Effect<SearchAction>) {
  switch action {
  case .searchUsers(let query): (state, .cancellable({ .usersReceived(try await search(query)) }, "user-search"))
  case .cancelSearch: (state, .none)
  case .usersReceived(let users): (Search(users: users), .none)
  }
}

@MainActor
@Suite struct ComingFromSwiftTeaTests {
  @Test func `an action stands for a cancel`() async {
    let store = Store<Search, SearchAction>(
      initialState: Search(),
      cancelsOn: { action in if case .cancelSearch = action { ["user-search"] } else { [] } },
      reduce: reduce
    )

    store.send(.searchUsers("sw"))
    #expect(store.isTaskRunning(id: "user-search"))
    store.send(.cancelSearch)
    #expect(!store.isTaskRunning(id: "user-search"))
    store.send(.searchUsers("swift"))
    await store.settle()
    #expect(store.state.users == ["swift"])
  }

  @Test func `a reducer in a typed variable is passed as it is, and any other in a closure`() {
    let typed: @MainActor (Search, SearchAction) -> (Search, Effect<SearchAction>) = reduce
    let other: (Search, SearchAction) -> (Search, Effect<SearchAction>) = reduce
    let first = Store(initialState: Search(), reduce: typed)
    let second = Store(initialState: Search(), reduce: { other($0, $1) })
    for store in [first, second] {
      store.send(.usersReceived(["a"]))
      #expect(store.state.users == ["a"])
    }
  }
}
