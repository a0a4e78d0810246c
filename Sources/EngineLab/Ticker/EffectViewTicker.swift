import EffectViewEngine

/// The ticker feature as an app on EffectViewEngine has it: an update function.
enum EffectViewTicker {
  typealias State = Ticker.State
  typealias Event = Ticker.Action

  /// One ticker at a time, whose ticks are asked for no faster than they are handled.
  static func update(state: inout State, event: Event) -> Effect<Event, Ticker.Environment>? {
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
