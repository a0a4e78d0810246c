import ReduxBridge

/// A store of the search feature, as the player of scenarios uses it.
struct ReduxSearchHost: FeatureHost {
  typealias Feature = SearchFeature

  let store: Store<ReduxSearch>

  init(environment: SearchEnvironment, options: StoreOptions) {
    store = Store(
      feature: ReduxSearch(environment: environment),
      initialState: ReduxSearch.State(),
      options: options
    )
  }

  func perform(_ command: SearchCommand) -> SendHandle {
    switch command {
    case .type(let text): store.send(action: .typed(text))
    case .cancel: store.send(action: .cancelTapped)
    case .clear: store.send(action: .cleared)
    }
  }

  static func screen(_ state: ReduxSearch.State) -> SearchScreen {
    SearchScreen(query: state.query, activity: state.activity, outcome: state.outcome)
  }
}
