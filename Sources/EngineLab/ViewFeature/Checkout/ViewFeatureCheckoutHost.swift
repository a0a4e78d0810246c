import FeatureEngine

/// A store of the checkout feature, as the player of scenarios uses it.
struct ViewFeatureCheckoutHost: FeatureHost {
  typealias Feature = CheckoutFeature

  let store: Store<ViewFeatureCheckout>

  init(environment: CheckoutEnvironment, options: StoreOptions) {
    store = Store(
      initialState: ViewFeatureCheckout.State(),
      feature: ViewFeatureCheckout(environment: environment),
      options: options
    )
  }

  func perform(_ command: CheckoutCommand) -> SendHandle {
    switch command {
    case .buy: store.send(.buyTapped)
    case .cancel: store.send(.cancelTapped)
    }
  }

  static func screen(_ state: ViewFeatureCheckout.State) -> CheckoutScreen {
    CheckoutScreen(activity: state.activity, done: state.done, attempts: state.attempts)
  }
}
