import ElmEngine

/// A store of the search feature, as the player of scenarios uses it.
struct ElmSearchHost: FeatureHost {
  typealias Feature = SearchFeature

  let store: Store<ElmSearch.State, ElmSearch.Action>

  init(environment: SearchEnvironment, options: StoreOptions) {
    store = Store(
      initialState: ElmSearch.State(),
      environment: environment,
      options: options,
      reduce: ElmSearch.reduce
    )
  }

  func perform(_ command: SearchCommand) -> SendHandle {
    switch command {
    case .type(let text): store.send(.typed(text))
    case .cancel: store.send(.cancelTapped)
    case .clear: store.send(.cleared)
    }
  }

  static func screen(_ state: ElmSearch.State) -> SearchScreen {
    SearchScreen(query: state.query, activity: state.activity, outcome: state.outcome)
  }
}
