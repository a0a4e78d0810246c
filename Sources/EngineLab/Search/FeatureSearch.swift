import FeatureEngine

/// The search feature in the form of FeatureEngine: an observable state, and a handler.
struct FeatureSearch: Feature {
  @Observable
  final class State {
    var query = ""
    var activity = Search.Activity.idle
    var outcome = SearchOutcome()

    var screen: Search.State { Search.State(query: query, activity: activity, outcome: outcome) }
  }

  typealias Action = Search.Action

  let environment: Search.Environment

  /// One search at a time: a newer one replaces the previous one.
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
        break
      case .progressed(let progress):
        state.activity = .searching(progress)
      case .found(_, let outcome):
        state.outcome = outcome
        state.activity = .finished(hits: outcome.totalHits)
      case .failed:
        state.activity = .idle
      }
      return .none
    }
  }

  private func search(_ query: String) -> ActionTask<Action, State> {
    .run { _, send in
      send(.searchStarted(query))
      let outcome = try await environment.searchInBackground(query) { send(.progressed($0)) }
      send(.found(query, outcome))
    }
    .debounce(id: "search", for: environment.debounce)
    .recover { error, _ in .send(.failed(query, message: "\(error)")) }
    .named(query)
  }
}
