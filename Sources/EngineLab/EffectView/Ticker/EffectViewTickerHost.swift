import EffectViewEngine

/// A host of the ticker feature, as the player of scenarios uses it.
struct EffectViewTickerHost: FeatureHost {
  typealias Feature = TickerFeature

  let store: EffectHost<EffectViewTicker.State, EffectViewTicker.Event, TickerEnvironment>

  init(environment: TickerEnvironment, options: StoreOptions) {
    store = EffectHost(
      state: EffectViewTicker.State(),
      initialEnv: environment,
      options: options,
      update: EffectViewTicker.update
    )
    store.appear()
  }

  func perform(_ command: TickerCommand) -> SendHandle {
    switch command {
    case .start: store.send(.startTapped)
    case .stop: store.send(.stopTapped)
    }
  }

  static func screen(_ state: EffectViewTicker.State) -> TickerScreen {
    TickerScreen(activity: state.activity, tally: state.tally)
  }
}
