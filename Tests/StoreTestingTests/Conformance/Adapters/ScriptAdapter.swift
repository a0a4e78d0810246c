import StoreTesting
import _StoreTestSupport

/// The checks for the smallest engine.
struct ScriptAdapter: ConformanceAdapter {
  func makeStore(options: StoreOptions) -> ScriptStore<ConformanceAction> {
    let store = ScriptStore<ConformanceAction>(options: options) { action in
      var names: [String] = []
      return action.handle(&names).program
    }
    store.runtime.shareState { [weak store] in store?.state ?? [] }
    return store
  }

  func handled(in state: [ConformanceAction]) -> [String] { state.map(\.name) }
}
