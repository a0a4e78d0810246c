import ElmEngine
import StoreTesting
import Testing

// The sample of README.md, as it stands there.

struct Search { var text = "", users: [String] = [] }

enum SearchAction: Sendable {
  case typed(String)
  case found([String])
  case cancel
}

/// Finds nobody for "sw" before it is cancelled, so that the test does not depend on who is faster.
private func findUsers(_ text: String) async throws -> [String] {
  guard text == "sw" else { return ["Swift"] }
  for await _ in AsyncStream.makeStream(of: Never.self).stream {}
  return ["Swan"]
}

@MainActor
@Suite struct ReadmeSampleTests {
  @Test func `the sample of the README`() async {
    let store = Store<Search, SearchAction>(initialState: Search()) { state, action in
      var newState = state
      switch action {
      case .typed(let text):
        newState.text = text
        return (newState, .cancellable({ .found(try await findUsers(text)) }, "search"))
      case .found(let users):
        newState.users = users
        return (newState, .none)
      case .cancel:
        return (newState, .cancel("search"))
      }
    }

    store.send(.typed("sw"))
    #expect(store.state.text == "sw")
    #expect(store.isTaskRunning(id: "search"))
    store.send(.typed("swift"))
    #expect(store.runningTaskCount == 1)
    await store.settle()
    #expect(store.state.users == ["Swift"])
    store.send(.typed("sw"))
    store.send(.cancel)
    #expect(store.runningTaskCount == 0)
    await store.settle()
    #expect(store.state.users == ["Swift"])
  }
}
