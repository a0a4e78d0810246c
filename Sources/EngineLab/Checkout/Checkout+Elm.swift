import ElmEngine

extension Checkout {
  /// The feature in the form of ElmEngine: a pure reducer.
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

  /// A step that fails for good ends the purchase, and so does cancelling it by its name.
  private static func purchase(_ environment: Environment) -> Effect<Action> {
    .sequence([perform(.reserve, environment), perform(.pay, environment), perform(.confirm, environment)])
      .catch { .failed(message: "\($0)") }
      .cancellable(id: "purchase")
  }

  /// The timeout is inside the retry, so that each attempt has its own.
  private static func perform(_ step: Step, _ environment: Environment) -> Effect<Action> {
    .run { send in try await environment.attempt(step) { send($0) } }
      .timeout(after: environment.timeout)
      .retry(environment.retry)
      .named(step.rawValue)
  }
}
