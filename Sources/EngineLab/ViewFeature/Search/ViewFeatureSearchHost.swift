import FeatureEngine

/// A store of the search feature, as the player of scenarios uses it.
struct ViewFeatureSearchHost: FeatureHost {
  typealias Feature = SearchFeature

  let store: Store<ViewFeatureSearch>

  init(environment: SearchEnvironment, options: StoreOptions) {
    store = Store(
      initialState: ViewFeatureSearch.State(),
      feature: ViewFeatureSearch(environment: environment),
      options: options
    )
  }

  func perform(_ command: SearchCommand) -> SendHandle {
    switch command {
    case .type(let text): store.send(.typed(text))
    case .cancel: store.send(.cancelTapped)
    case .clear: store.send(.cleared)
    }
  }

  static func screen(_ state: ViewFeatureSearch.State) -> SearchScreen {
    SearchScreen(query: state.query, activity: state.activity, outcome: state.outcome)
  }
}
