import ElmEngine

// The error in a reducer that changes its state in place names its mistake, not that the reducer is not pure.

private nonisolated struct MistakenSearch: Sendable {
  var text = ""
}

private let mistakenSearch = ComposedReducer<MistakenSearch, String> { state, action in
  state.txt = action  // ❌ Error: "has no member 'txt'"
  return action.isEmpty ? .none : .cancel("search")
}

// A store takes both kinds: the types of the closure say which one it is.
@MainActor
private func mistakenStore() -> Store<MistakenSearch, String> {
  Store(initialState: MistakenSearch()) { (state: inout MistakenSearch, action: String) in
    state.txt = action  // ❌ Error: "has no member 'txt'"
    return action.isEmpty ? .none : .cancel("search")
  }
}

@MainActor
private func mistakenPureStore() -> Store<MistakenSearch, String> {
  Store(initialState: MistakenSearch()) { (state: MistakenSearch, action: String) in
    var state = state
    state.txt = action  // ❌ Error: "has no member 'txt'"
    return (state, action.isEmpty ? .none : .cancel("search"))
  }
}
