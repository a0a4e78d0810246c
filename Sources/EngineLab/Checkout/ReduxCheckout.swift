import ReduxBridge

/// The checkout feature in the form of ReduxBridge: a reduce, and effects after it.
struct ReduxCheckout: EffectFeatureType {
  struct State: Equatable {
    var checkout = Checkout.State()
    /// Whether the last action has begun a purchase: effects see only the state after it.
    var isBeginning = false
  }

  typealias Action = Checkout.Action

  let environment: Checkout.Environment

  /// One purchase at a time: further taps during a purchase do nothing.
  func reduce(into state: inout State, action: Action) async {
    state.isBeginning = false
    switch action {
    case .buyTapped:
      if state.checkout.activity != .buying {
        state = State(checkout: Checkout.State(activity: .buying), isBeginning: true)
      }
    case .cancelTapped:
      if state.checkout.activity == .buying { state.checkout.activity = .cancelled }
    case .attempted(let step):
      state.checkout.attempts[step, default: 0] += 1
    case .attemptFailed:
      break
    case .completed(let step):
      state.checkout.done.append(step)
      if step == .confirm { state.checkout.activity = .confirmed }
    case .failed(let message):
      state.checkout.activity = .failed(message)
    }
  }

  func effect(of action: Action, state: State) -> EffectProgram<Action> {
    switch action {
    case .buyTapped: state.isBeginning ? purchase() : .none
    case .cancelTapped: .cancel(.id("purchase"))
    case .attempted, .attemptFailed, .completed, .failed: .none
    }
  }

  /// Makes the effect of a purchase: a step that fails for good ends it, and so does cancelling it by its name.
  private func purchase() -> EffectProgram<Action> {
    .sequence([perform(.reserve), perform(.pay), perform(.confirm)])
      .catch { .emit(.failed(message: "\($0)")) }
      .cancellable(id: "purchase")
  }

  /// Makes the effect of a step: the timeout is inside the retry, so that each attempt has its own.
  private func perform(_ step: Checkout.Step) -> EffectProgram<Action> {
    let environment = environment
    return .run(EffectOptions(name: step.rawValue)) { send in try await environment.attempt(step) { send($0) } }
      .timeout(after: environment.timeout)
      .retry(environment.retry)
  }
}
