import ElmEngine

/// A store of the checkout feature, as the player of scenarios uses it.
final class ElmCheckoutHost: FeatureHost {
  typealias Feature = CheckoutFeature

  let store: Store<ElmCheckout.State, ElmCheckout.Action>

  /// The taps on the button; those during a purchase have caused nothing, and cancelling them does nothing.
  private var purchases: [SendHandle] = []

  init(environment: CheckoutEnvironment, options: StoreOptions) {
    store = Store(
      initialState: ElmCheckout.State(),
      environment: environment,
      options: options,
      reduce: ElmCheckout.reduce
    )
  }

  func perform(_ command: CheckoutCommand) -> SendHandle {
    switch command {
    case .buy:
      let purchase = store.send(.buyTapped)
      purchases.append(purchase)
      return purchase
    case .cancel:
      let handle = store.send(.cancelTapped)
      for purchase in purchases { purchase.cancel() }
      purchases = []
      return handle
    }
  }

  static func screen(_ state: ElmCheckout.State) -> CheckoutScreen {
    CheckoutScreen(activity: state.activity, done: state.done, attempts: state.attempts)
  }
}
