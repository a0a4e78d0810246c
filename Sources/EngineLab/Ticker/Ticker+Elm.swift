import ElmEngine

extension Ticker {
  /// Handles an action in the form of ElmEngine, a pure reducer.
  ///
  /// One ticker at a time, whose ticks are requested no faster than they are handled.
  static func reduce(state: consuming State, action: Action, environment: Environment) -> (State, Effect<Action>) {
    switch action {
    case .startTapped:
      return (State(activity: .ticking), ticks(environment))
    case .stopTapped:
      guard state.activity == .ticking else { break }
      state.activity = .stopped
      return (state, .cancel("ticker"))
    case .ticked(let tick):
      state.tally.count(tick)
      if tick.isLast { state.activity = .finished }
    }
    return (state, .none)
  }

  private static func ticks(_ environment: Environment) -> Effect<Action> {
    .stream(id: "ticker") { environment.ticks.map { .ticked($0) } }
      .named("ticker")
  }
}
