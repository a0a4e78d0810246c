import EffectViewEngine

/// A host of the search feature, as the player of scenarios uses it.
struct EffectViewSearchHost: FeatureHost {
  typealias Feature = SearchFeature

  let store: EffectHost<EffectViewSearch.State, EffectViewSearch.Event, SearchEnvironment>

  init(environment: SearchEnvironment, options: StoreOptions) {
    store = EffectHost(
      state: EffectViewSearch.State(),
      initialEnv: environment,
      options: options,
      update: EffectViewSearch.update
    )
    store.appear()
  }

  func perform(_ command: SearchCommand) -> SendHandle {
    switch command {
    case .type(let text): store.send(.typed(text))
    case .cancel: store.send(.cancelTapped)
    case .clear: store.send(.cleared)
    }
  }

  static func screen(_ state: EffectViewSearch.State) -> SearchScreen {
    SearchScreen(query: state.query, activity: state.activity, outcome: state.outcome)
  }
}
