import FeatureEngine

/// A store of the ticker feature, as the player of scenarios uses it.
struct ViewFeatureTickerHost: FeatureHost {
  typealias Feature = TickerFeature

  let store: Store<ViewFeatureTicker>

  init(environment: TickerEnvironment, options: StoreOptions) {
    store = Store(
      initialState: ViewFeatureTicker.State(),
      feature: ViewFeatureTicker(environment: environment),
      options: options
    )
  }

  func perform(_ command: TickerCommand) -> SendHandle {
    switch command {
    case .start: store.send(.startTapped)
    case .stop: store.send(.stopTapped)
    }
  }

  static func screen(_ state: ViewFeatureTicker.State) -> TickerScreen {
    TickerScreen(activity: state.activity, tally: state.tally)
  }
}
