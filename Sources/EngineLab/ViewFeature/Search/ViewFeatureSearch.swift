import FeatureEngine

/// The search feature as an app on FeatureEngine has it: an observable state, actions, and a handler.
struct ViewFeatureSearch: Feature {
  @Observable
  final class State {
    var query = ""
    var activity = SearchActivity.idle
    var outcome = SearchOutcome()
  }

  enum Action: Equatable, Sendable {
    case typed(String)
    case cancelTapped
    case cleared
    case searchStarted(String)
    case progressed(SearchProgress)
    case found(String, SearchOutcome)
    case failed(String, message: String)
  }

  let environment: SearchEnvironment

  /// One search at a time: a newer one takes the place of the one before.
  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .typed(let query):
        state.query = query
        state.activity = .waiting
        return search(query)

      case .cancelTapped:
        state.activity = .idle
        return .cancel(id: "search")

      case .cleared:
        state.query = ""
        state.activity = .idle
        state.outcome = SearchOutcome()
        return .cancel(id: "search")

      case .searchStarted:
        return .none

      case .progressed(let progress):
        state.activity = .searching(progress)
        return .none

      case .found(_, let outcome):
        state.outcome = outcome
        state.activity = .finished(hits: outcome.totalHits)
        return .none

      case .failed:
        state.activity = .idle
        return .none
      }
    }
  }

  private func search(_ query: String) -> ActionTask<Action, State> {
    .run { _, send in
      send(.searchStarted(query))
      let outcome = try await Self.outcome(of: query, environment) { send(.progressed($0)) }
      send(.found(query, outcome))
    }
    .debounce(id: "search", for: environment.debounce)
    .recover { error, _ in .send(.failed(query, message: "\(error)")) }
    .named(query)
  }

  /// The files are read off the main actor.
  @concurrent
  private static func outcome(
    of query: String,
    _ environment: SearchEnvironment,
    onProgress: @Sendable (SearchProgress) -> Void
  ) async throws -> SearchOutcome {
    try await environment.search(query, onProgress: onProgress)
  }
}
