import ElmEngine
import StoreSimulation

/// A search that shows what was found last, so that an older text's result may come behind a newer one's.
@MainActor
func makeTextSearch(on bench: TestBench) -> ElmEngine.Store<[String], String> {
  let store = ElmEngine.Store<[String], String>(initialState: ["", ""], options: bench.options) { state, action in
    if action.hasPrefix("found ") {
      state[1] = String(action.dropFirst(6))
      return .none
    }
    state[0] = action
    return .program(.task(EffectOptions(id: "search", policy: .concurrent)) { "found \(action)" })
  }
  bench.finally(store, "the result is that of the text") { $0[0] == $0[1] }
  return store
}
