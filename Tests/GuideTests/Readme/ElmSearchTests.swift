import ElmEngine
import StoreTesting
import Testing

// The README's search on ElmEngine.

private struct Search {
  var text = ""
  var results: [String] = []
}

private enum SearchAction: Sendable {
  case typed(String)
  case found([String])
  case cancelled
}

@MainActor
@Suite struct ElmSearchTests {
  private func makeStore() -> Store<Search, SearchAction> {
    let store = Store(initialState: Search()) { (state: consuming Search, action: SearchAction) in
      var newState = state
      switch action {
      case .typed(let text):
        newState.text = text
        return (newState, .cancellable({ .found(try await search(text)) }, "search"))
      case .found(let results):
        newState.results = results
        return (newState, .none)
      case .cancelled:
        return (newState, .cancel("search"))
      }
    }
    return store
  }

  @Test func `the search of the README on ElmEngine`() async {
    await rehearse(makeStore(), typed: { .typed($0) }, cancelled: .cancelled, text: \.text, results: \.results)
  }

  @Test func `the sends of the README work with any of them`() async {
    let store = makeStore()

    store.send(.typed("sw"))  // the state has changed, and the search is registered
    store.send(.typed("swift"))  // the search for "sw" is cancelled, and nothing that it sends is handled any more
    await store.settle()  // until nothing more can happen by itself

    #expect(store.state.text == "swift")
    #expect(store.state.results == ["swift"])
  }
}
