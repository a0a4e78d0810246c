import EffectViewEngine
import Testing

// The reference's "Live search with automatic cancel-on-type": the case of its update function as it stands there.

private enum SearchView {
  struct ViewState {
    var query = ""
    var results: [String] = []
  }

  enum Event {
    case queryChanged(String)
    case resultsLoaded([String])
  }

  struct Env {
    var search: @Sendable (String) async -> [String]
  }

  static func update(state: inout ViewState, event: Event) -> Effect<Event, Env>? {
    switch event {
    case .queryChanged(let q):
      state.query = q
      return .task(name: "search") { input, env in
        try? await Task.sleep(for: .milliseconds(300))
        guard !Task.isCancelled else { return }
        let results = await env.search(q)
        input(.resultsLoaded(results))
      }
    case .resultsLoaded(let results):
      state.results = results
      return nil
    }
  }
}

@MainActor
@Suite struct LiveSearchTests {
  @Test func `typing cancels the previous search`() async {
    let host = EffectHost(
      state: SearchView.ViewState(),
      initialEnv: SearchView.Env(search: { [$0] }),
      update: SearchView.update
    )
    let first = host.send(.queryChanged("s"))
    let second = host.send(.queryChanged("sw"))
    await first.tree
    await second.tree
    #expect(host.state.results == ["sw"])
  }
}
