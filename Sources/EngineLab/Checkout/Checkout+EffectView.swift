import EffectViewEngine

extension Checkout {
  /// Handles an event in the form of EffectViewEngine, an update function.
  ///
  /// One purchase at a time: further taps during a purchase do nothing.
  static func update(state: inout State, event: Action) -> Effect<Action, Environment>? {
    switch event {
    case .buyTapped:
      guard state.activity != .buying else { break }
      state = State(activity: .buying)
      return purchase()
    case .cancelTapped:
      guard state.activity == .buying else { break }
      state.activity = .cancelled
      return .cancel("purchase")
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
    return nil
  }

  /// Makes the effect of a purchase: a step that fails for good ends it, and so does cancelling it by its name.
  private static func purchase() -> Effect<Action, Environment> {
    .sequence([perform(.reserve), perform(.pay), perform(.confirm)])
      .catch { .failed(message: "\($0)") }
      .cancellable(name: "purchase")
  }

  /// Makes the effect of a step: the timeout is inside the retry, so that each attempt has its own.
  private static func perform(_ step: Step) -> Effect<Action, Environment> {
    .withEnv { env in
      .throwingTask { input, env in try await env.attempt(step) { input($0) } }
        .timeout(after: env.timeout)
        .retry(env.retry)
        .named(step.rawValue)
    }
  }
}
