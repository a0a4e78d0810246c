import ReduxBridge
import StoreTesting
import Testing

// The README's search on ReduxBridge.

@MainActor
@Suite struct ReduxSearchTests {
  struct SearchFeature: EffectFeatureType {
    struct State {
      var text = ""
      var results: [String] = []
    }

    enum Action: Sendable {
      case typed(String)
      case found([String])
      case cancelled
    }

    func reduce(into state: inout State, action: Action) async {
      switch action {
      case .typed(let text): state.text = text
      case .found(let results): state.results = results
      case .cancelled: break
      }
    }

    func effect(of action: Action, state: State) -> EffectProgram<Action> {
      switch action {
      case .typed(let text): .task(EffectOptions(id: "search")) { .found(try await search(text)) }
      case .found: .none
      case .cancelled: .cancel(.id("search"))
      }
    }
  }

  @Test func `the search of the README on ReduxBridge`() async {
    let store = Store(feature: SearchFeature(), initialState: SearchFeature.State())

    await rehearse(store, typed: { .typed($0) }, cancelled: .cancelled, text: \.text, results: \.results)
  }
}
