import ReduxBridge

/// A store of the ticker feature, as the player of scenarios uses it.
struct ReduxTickerHost: FeatureHost {
  typealias Feature = TickerFeature

  let store: Store<ReduxTicker>

  init(environment: TickerEnvironment, options: StoreOptions) {
    store = Store(
      feature: ReduxTicker(environment: environment),
      initialState: ReduxTicker.State(),
      options: options
    )
  }

  func perform(_ command: TickerCommand) -> SendHandle {
    switch command {
    case .start: store.send(action: .startTapped)
    case .stop: store.send(action: .stopTapped)
    }
  }

  static func screen(_ state: ReduxTicker.State) -> TickerScreen {
    TickerScreen(activity: state.activity, tally: state.tally)
  }
}
