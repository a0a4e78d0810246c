import ElmEngine

/// The ticker feature as an app on ElmEngine has it: a state, actions, and a pure reducer.
enum ElmTicker {
  struct State: Equatable, Sendable {
    var activity = TickerActivity.idle
    var tally = TickTally()
  }

  enum Action: Equatable, Sendable {
    case startTapped
    case stopTapped
    case ticked(Tick)
  }

  /// One ticker at a time, whose ticks are asked for no faster than they are handled.
  static func reduce(
    state: consuming State,
    action: Action,
    environment: TickerEnvironment
  ) -> (State, Effect<Action>) {
    switch action {
    case .startTapped:
      return (State(activity: .ticking), ticks(environment))

    case .stopTapped:
      guard state.activity == .ticking else { return (state, .none) }
      state.activity = .stopped
      return (state, .cancel("ticker"))

    case .ticked(let tick):
      state.tally.count(tick)
      if tick.isLast { state.activity = .finished }
      return (state, .none)
    }
  }

  private static func ticks(_ environment: TickerEnvironment) -> Effect<Action> {
    .stream(id: "ticker") { environment.exchange.ticks.map { .ticked($0) } }
      .named("ticker")
  }
}
