import EffectViewEngine

/// A host of the checkout feature, as the player of scenarios uses it.
struct EffectViewCheckoutHost: FeatureHost {
  typealias Feature = CheckoutFeature

  let store: EffectHost<EffectViewCheckout.State, EffectViewCheckout.Event, CheckoutEnvironment>

  init(environment: CheckoutEnvironment, options: StoreOptions) {
    store = EffectHost(
      state: EffectViewCheckout.State(),
      initialEnv: environment,
      options: options,
      update: EffectViewCheckout.update
    )
    store.appear()
  }

  func perform(_ command: CheckoutCommand) -> SendHandle {
    switch command {
    case .buy: store.send(.buyTapped)
    case .cancel: store.send(.cancelTapped)
    }
  }

  static func screen(_ state: EffectViewCheckout.State) -> CheckoutScreen {
    CheckoutScreen(activity: state.activity, done: state.done, attempts: state.attempts)
  }
}
