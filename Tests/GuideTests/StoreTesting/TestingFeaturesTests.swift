// The first sample of the guide to testing features, a whole file; the others are in the tests of StoreTesting, and in
// the file beside this one.

import ElmEngine
import StoreTesting
import Testing

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
@Suite struct SearchTests {
  @Test func `a search finds what was typed`() async {
    let store = TestStore { Store(initialState: Search(), options: $0, reduce: reduce) }
    await store.send(.typed("sw")) { $0.text = "sw" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.found(["swift"])) { $0.results = ["swift"] }
    await store.finish()
  }
}
