import FeatureEngine

/// The checkout feature in the form of FeatureEngine: an observable state, and a handler.
struct FeatureCheckout: Feature {
  @Observable
  final class State {
    var activity = Checkout.Activity.idle
    var done: [Checkout.Step] = []
    var attempts: [Checkout.Step: Int] = [:]

    var screen: Checkout.State { Checkout.State(activity: activity, done: done, attempts: attempts) }
  }

  typealias Action = Checkout.Action

  let environment: Checkout.Environment

  /// One purchase at a time: further taps during a purchase do nothing.
  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .buyTapped:
        guard state.activity != .buying else { break }
        state.activity = .buying
        state.done = []
        state.attempts = [:]
        return purchase()
      case .cancelTapped:
        guard state.activity == .buying else { break }
        state.activity = .cancelled
        return .cancel(id: "purchase")
      case .attempted(let step):
        state.attempts[step, default: 0] += 1
      case .attemptFailed:
        break
      case .completed(let step):
        state.done.append(step)
        if step == .confirm { state.activity = .confirmed }
      case .failed(let message):
        state.activity = .failed(message)
      }
      return .none
    }
  }

  /// Makes the effect of a purchase: a step that fails for good ends it, and so does cancelling it by its name.
  private func purchase() -> ActionTask<Action, State> {
    .concatenate(perform(.reserve), perform(.pay), perform(.confirm))
      .recover { error, _ in .send(.failed(message: "\(error)")) }
      .cancellable(id: "purchase")
  }

  /// Makes the effect of a step: the timeout is inside the retry, so that each attempt has its own.
  private func perform(_ step: Checkout.Step) -> ActionTask<Action, State> {
    .run { _, send in try await environment.attempt(step) { send($0) } }
      .timeout(after: environment.timeout)
      .retry(environment.retry)
      .named(step.rawValue)
  }
}
