import ElmEngine

extension Search {
  /// Handles an action in the form of ElmEngine, a pure reducer.
  ///
  /// One search at a time: a newer one replaces the previous one.
  static func reduce(state: consuming State, action: Action, environment: Environment) -> (State, Effect<Action>) {
    switch action {
    case .typed(let query):
      state.query = query
      state.activity = .waiting
      return (state, search(query, environment))
    case .cancelTapped:
      state.activity = .idle
      return (state, .cancel("search"))
    case .cleared:
      return (State(), .cancel("search"))
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
    return (state, .none)
  }

  private static func search(_ query: String, _ environment: Environment) -> Effect<Action> {
    .run { send in
      send(.searchStarted(query))
      let outcome = try await environment.search(query) { send(.progressed($0)) }
      send(.found(query, outcome))
    }
    .debounce(id: "search", for: environment.debounce)
    .catch { .failed(query, message: "\($0)") }
    .named(query)
  }
}
