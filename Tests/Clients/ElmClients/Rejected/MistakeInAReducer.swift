import ElmEngine

// The error in a reducer names its mistake, not that the reducer is of the other kind.

private nonisolated struct MistakenSearch: Sendable {
  var text = ""
  var count = 0
}

private nonisolated enum MistakenAction: Sendable {
  case typed(String)
  case found
}

private let mistakenSearch = ComposedReducer<MistakenSearch, String> { state, action in
  state.txt = action  // ❌ Error: "has no member 'txt'"
  return action.isEmpty ? .none : .cancel("search")
}

// Without types it does for a mistake in the state or in the reducer's own statements.
@MainActor
private func untypedStore() -> Store<MistakenSearch, MistakenAction> {
  Store(initialState: MistakenSearch()) { state, action in
    switch action {
    case .typed(let text):
      state.text = text
      return .cancel("search")
    case .found:
      state.count = "one"  // ❌ Error: "cannot assign value of type 'String' to type 'Int'"
      return .none
    }
  }
}

// A store takes both kinds: the types of the closure say which one it is, and the compiler tries no other.
@MainActor
private func mistakenStore() -> Store<MistakenSearch, String> {
  Store(initialState: MistakenSearch()) { (state: inout MistakenSearch, action: String) in
    state.txt = action  // ❌ Error: "has no member 'txt'"
    return action.isEmpty ? .none : .cancel("search")
  }
}

@MainActor
private func storeWithAMistakenEffect() -> Store<MistakenSearch, MistakenAction> {
  Store(initialState: MistakenSearch()) { (state: inout MistakenSearch, action: MistakenAction) in
    state.count += 1
    return .task { .fnd }  // ❌ Error: "has no member 'fnd'"
  }
}

private let mistakenParent = ComposedReducer { (state: inout MistakenSearch, action: MistakenAction) in
  state.count += 1
  return .task { .fnd }  // ❌ Error: "has no member 'fnd'"
}
.wrapping { state, action, inner in
  inner(&state, action)
}

@MainActor
private func mistakenPureStore() -> Store<MistakenSearch, String> {
  Store(initialState: MistakenSearch()) { (state: consuming MistakenSearch, action: String) in
    var newState = state
    newState.txt = action  // ❌ Error: "has no member 'txt'"
    return (newState, action.isEmpty ? .none : .cancel("search"))
  }
}

@MainActor
private func pureStoreWithAMistakenEffect() -> Store<MistakenSearch, MistakenAction> {
  Store(initialState: MistakenSearch()) { (state: MistakenSearch, action: MistakenAction) in
    (state, .task { .fnd })  // ❌ Error: "has no member 'fnd'"
  }
}
