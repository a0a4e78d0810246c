import ElmEngine

/// A feature as a module whose code belongs to the main actor by default writes it.
struct Search {
  var text = ""
  var results: [String] = []
  var ticks = 0
}

enum SearchAction: Sendable {
  case typed(String)
  case found([String])
  case clearTapped
  case listenTapped
  case countTapped
  case ticked
}

// Not isolated: the names of effects are compared outside of the main actor.
nonisolated enum SearchID: Hashable {
  case search
  case ticker(Int)
}

nonisolated struct SearchService: Sendable {
  func results(for text: String) async throws -> [String] {
    ["\(text) 1", "\(text) 2"]
  }
}

func reduceSearch(state: Search, action: SearchAction, service: SearchService) -> (Search, Effect<SearchAction>) {
  var newState = state
  switch action {
  case .typed(let text):
    newState.text = text
    return (newState, .cancellable({ .found(try await service.results(for: text)) }, SearchID.search))
  case .found(let results):
    newState.results = results
    return (newState, .none)
  case .clearTapped:
    return (Search(), .merge([.cancel(SearchID.search), .cancel(SearchID.ticker(1))]))
  case .listenTapped:
    let ticks = AsyncStream<SearchAction> { $0.yield(.ticked) }
    return (newState, .stream(ticks, id: SearchID.ticker(1)))
  case .countTapped:
    return (
      newState,
      .run(id: "count") { send in
        for _ in 1...3 {
          send(.ticked)
        }
      }
    )
  case .ticked:
    newState.ticks += 1
    return (newState, .none)
  }
}

func reduceSearch(state: Search, action: SearchAction) -> (Search, Effect<SearchAction>) {
  reduceSearch(state: state, action: action, service: SearchService())
}
