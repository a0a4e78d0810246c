import ReduxBridge

/// The search feature in the form of ReduxBridge: a reduce, and effects after it.
struct ReduxSearch: EffectFeatureType {
  typealias State = Search.State
  typealias Action = Search.Action

  let environment: Search.Environment

  func reduce(into state: inout State, action: Action) async {
    switch action {
    case .typed(let query):
      state.query = query
      state.activity = .waiting
    case .cancelTapped:
      state.activity = .idle
    case .cleared:
      state = State()
    case .searchStarted:
      break
    case .progressed(let progress):
      state.activity = .searching(progress)
    case .found(_, let outcome):
      state.outcome = outcome
      state.activity = .finished(hits: outcome.totalHits)
    case .failed:
      state.activity = .idle
    }
  }

  /// One search at a time: a newer one replaces the previous one.
  func effect(of action: Action, state: State) -> EffectProgram<Action> {
    switch action {
    case .typed(let query): search(query)
    case .cancelTapped, .cleared: .cancel(.id("search"))
    case .searchStarted, .progressed, .found, .failed: .none
    }
  }

  private func search(_ query: String) -> EffectProgram<Action> {
    let environment = environment
    return .run(EffectOptions(name: query)) { send in
      send(.searchStarted(query))
      let outcome = try await environment.search(query) { send(.progressed($0)) }
      send(.found(query, outcome))
    }
    .debounce(id: "search", for: environment.debounce)
    .catch { .emit(.failed(query, message: "\($0)")) }
  }
}
