import EffectViewEngine
import StoreTesting
import Testing

// The README's search on EffectViewEngine.

private struct Search {
  var text = ""
  var results: [String] = []
}

private enum SearchEvent: Sendable {
  case typed(String)
  case found([String])
  case cancelled
}

private func update(state: inout Search, event: SearchEvent) -> Effect<SearchEvent, Void>? {
  switch event {
  case .typed(let text):
    state.text = text
    return .throwingTask(name: "search") { input, _ in
      input(.found(try await search(text)))
    }
  case .found(let results):
    state.results = results
    return nil
  case .cancelled:
    return .cancel("search")
  }
}

@MainActor
@Suite struct EffectViewSearchTests {
  @Test func `the search of the README on EffectViewEngine`() async {
    let store = EffectHost(state: Search(), update: update)
    store.appear()  // begins its lifetime, with the initial event if it has one; `EffectView` does this by itself

    await rehearse(store, typed: { .typed($0) }, cancelled: .cancelled, text: \.text, results: \.results)
  }
}
