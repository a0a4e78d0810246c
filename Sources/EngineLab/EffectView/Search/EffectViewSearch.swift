import EffectViewEngine

/// The search feature as an app on EffectViewEngine has it: a state, events, and an update function.
enum EffectViewSearch {
  struct State: Equatable {
    var query = ""
    var activity = SearchActivity.idle
    var outcome = SearchOutcome()
  }

  enum Event: Equatable, Sendable {
    case typed(String)
    case cancelTapped
    case cleared
    case searchStarted(String)
    case progressed(SearchProgress)
    case found(String, SearchOutcome)
    case failed(String, message: String)
  }

  /// One search at a time: a newer one takes the place of the one before.
  static func update(state: inout State, event: Event) -> Effect<Event, SearchEnvironment>? {
    switch event {
    case .typed(let query):
      state.query = query
      state.activity = .waiting
      return .search(query)

    case .cancelTapped:
      state.activity = .idle
      return .cancel("search")

    case .cleared:
      state = State()
      return .cancel("search")

    case .searchStarted:
      return nil

    case .progressed(let progress):
      state.activity = .searching(progress)
      return nil

    case .found(_, let outcome):
      state.outcome = outcome
      state.activity = .finished(hits: outcome.totalHits)
      return nil

    case .failed:
      state.activity = .idle
      return nil
    }
  }

  /// The files are read off the main actor.
  @concurrent
  fileprivate static func outcome(
    of query: String,
    _ environment: SearchEnvironment,
    onProgress: @Sendable (SearchProgress) -> Void
  ) async throws -> SearchOutcome {
    try await environment.search(query, onProgress: onProgress)
  }
}

extension Effect where Event == EffectViewSearch.Event, Env == SearchEnvironment {
  fileprivate static func search(_ query: String) -> Self {
    .withEnv { env in
      .throwingTask { input, env in
        input(.searchStarted(query))
        let outcome = try await EffectViewSearch.outcome(of: query, env) { input(.progressed($0)) }
        input(.found(query, outcome))
      }
      .debounce(name: "search", for: env.debounce)
      .catch { .failed(query, message: "\($0)") }
      .named(query)
    }
  }
}
