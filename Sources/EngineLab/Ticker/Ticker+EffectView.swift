import EffectViewEngine

extension Ticker {
  /// Handles an event in the form of EffectViewEngine, an update function.
  ///
  /// One ticker at a time, whose ticks are requested no faster than they are handled.
  static func update(state: inout State, event: Action) -> Effect<Action, Environment>? {
    switch event {
    case .startTapped:
      state = State(activity: .ticking)
      return .stream(name: "ticker") { env in env.ticks.map { .ticked($0) } }
        .named("ticker")
    case .stopTapped:
      guard state.activity == .ticking else { break }
      state.activity = .stopped
      return .cancel("ticker")
    case .ticked(let tick):
      state.tally.count(tick)
      if tick.isLast { state.activity = .finished }
    }
    return nil
  }
}
