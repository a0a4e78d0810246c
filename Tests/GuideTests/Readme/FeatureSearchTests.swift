import FeatureEngine
import StoreTesting
import Testing

// The README's search on FeatureEngine.

@MainActor
@Suite struct FeatureSearchTests {
  struct SearchFeature: Feature {
    @Observable
    final class State {
      var text = ""
      var results: [String] = []
    }

    enum Action: Sendable {
      case typed(String)
      case cancelled
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .typed(let text):
          state.text = text
          return .run(id: "search") {
            try await search(text)
          } then: { results, state in
            state.results = results
          }
        case .cancelled:
          return .cancel(id: "search")
        }
      }
    }
  }

  @Test func `the search of the README on FeatureEngine`() async {
    let store = Store(initialState: SearchFeature.State(), feature: SearchFeature())

    await rehearse(store, typed: { .typed($0) }, cancelled: .cancelled, text: \.text, results: \.results)
  }
}
