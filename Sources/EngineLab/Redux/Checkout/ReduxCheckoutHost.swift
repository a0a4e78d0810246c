import ReduxBridge

/// A store of the checkout feature, as the player of scenarios uses it.
struct ReduxCheckoutHost: FeatureHost {
  typealias Feature = CheckoutFeature

  let store: Store<ReduxCheckout>

  init(environment: CheckoutEnvironment, options: StoreOptions) {
    store = Store(
      feature: ReduxCheckout(environment: environment),
      initialState: ReduxCheckout.State(),
      options: options
    )
  }

  func perform(_ command: CheckoutCommand) -> SendHandle {
    switch command {
    case .buy: store.send(action: .buyTapped)
    case .cancel: store.send(action: .cancelTapped)
    }
  }

  static func screen(_ state: ReduxCheckout.State) -> CheckoutScreen {
    CheckoutScreen(activity: state.activity, done: state.done, attempts: state.attempts)
  }
}
