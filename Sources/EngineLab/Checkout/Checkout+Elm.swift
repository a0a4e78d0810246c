import ElmEngine

extension Checkout {
  /// Handles an action in the form of ElmEngine, a pure reducer.
  ///
  /// One purchase at a time: further taps during a purchase do nothing.
  static func reduce(state: consuming State, action: Action, environment: Environment) -> (State, Effect<Action>) {
    switch action {
    case .buyTapped:
      guard state.activity != .buying else { break }
      return (State(activity: .buying), purchase(environment))
    case .cancelTapped:
      guard state.activity == .buying else { break }
      state.activity = .cancelled
      return (state, .cancel("purchase"))
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
    return (state, .none)
  }

  /// Makes the effect of a purchase: a step that fails for good ends it, and so does cancelling it by its name.
  private static func purchase(_ environment: Environment) -> Effect<Action> {
    .sequence([perform(.reserve, environment), perform(.pay, environment), perform(.confirm, environment)])
      .catch { .failed(message: "\($0)") }
      .cancellable(id: "purchase")
  }

  /// Makes the effect of a step: the timeout is inside the retry, so that each attempt has its own.
  private static func perform(_ step: Step, _ environment: Environment) -> Effect<Action> {
    .run { send in try await environment.attempt(step) { send($0) } }
      .timeout(after: environment.timeout)
      .retry(environment.retry)
      .named(step.rawValue)
  }
}
