import ElmEngine

/// A store of the ticker feature, as the player of scenarios uses it.
struct ElmTickerHost: FeatureHost {
  typealias Feature = TickerFeature

  let store: Store<ElmTicker.State, ElmTicker.Action>

  init(environment: TickerEnvironment, options: StoreOptions) {
    store = Store(
      initialState: ElmTicker.State(),
      environment: environment,
      options: options,
      reduce: ElmTicker.reduce
    )
  }

  func perform(_ command: TickerCommand) -> SendHandle {
    switch command {
    case .start: store.send(.startTapped)
    case .stop: store.send(.stopTapped)
    }
  }

  static func screen(_ state: ElmTicker.State) -> TickerScreen {
    TickerScreen(activity: state.activity, tally: state.tally)
  }
}
