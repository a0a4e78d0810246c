import EffectViewEngine

extension Search {
  /// Handles an event in the form of EffectViewEngine, an update function.
  ///
  /// One search at a time: a newer one replaces the previous one.
  static func update(state: inout State, event: Action) -> Effect<Action, Environment>? {
    switch event {
    case .typed(let query):
      state.query = query
      state.activity = .waiting
      return search(query)
    case .cancelTapped:
      state.activity = .idle
      return .cancel("search")
    case .cleared:
      state = State()
      return .cancel("search")
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
    return nil
  }

  private static func search(_ query: String) -> Effect<Action, Environment> {
    .withEnv { env in
      .throwingTask { input, env in
        input(.searchStarted(query))
        let outcome = try await env.searchInBackground(query) { input(.progressed($0)) }
        input(.found(query, outcome))
      }
      .debounce(name: "search", for: env.debounce)
      .catch { .failed(query, message: "\($0)") }
      .named(query)
    }
  }
}
