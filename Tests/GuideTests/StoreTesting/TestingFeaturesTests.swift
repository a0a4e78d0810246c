import ElmEngine
import StoreTesting
import Testing

// The first sample of the guide to testing features; the others are in the tests of StoreTesting.

private struct Search: Equatable {
  var text = ""
  var results: [String] = []
}

private enum SearchAction: Equatable {
  case typed(String)
  case found([String])
}

private func reduce(state: Search, action: SearchAction) -> (Search, Effect<SearchAction>) {
  switch action {
  case .typed(let text):
    let search = Effect<SearchAction>.task { .found(["\(text)ift"]) }
    return (Search(text: text), search.debounce(id: "search", for: .milliseconds(300)))
  case .found(let results):
    return (Search(text: state.text, results: results), .none)
  }
}

@MainActor
@Suite struct TestingFeaturesTests {
  @Test func `a test store with an executor and a clock`() async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock)
    let store = TestStore(Store<Search, SearchAction>(initialState: Search(), options: options, reduce: reduce))

    await store.send(.typed("sw")) { $0.text = "sw" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(["swift"])) { $0.results = ["swift"] }
    await store.finish()
  }
}
