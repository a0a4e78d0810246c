import ReduxBridge

/// The ticker feature in the form of ReduxBridge: a reduce, and effects after it.
struct ReduxTicker: EffectFeatureType {
  typealias State = Ticker.State
  typealias Action = Ticker.Action

  let environment: Ticker.Environment

  func reduce(into state: inout State, action: Action) async {
    switch action {
    case .startTapped:
      state = State(activity: .ticking)
    case .stopTapped:
      if state.activity == .ticking { state.activity = .stopped }
    case .ticked(let tick):
      state.tally.count(tick)
      if tick.isLast { state.activity = .finished }
    }
  }

  /// One ticker at a time, whose ticks are requested no faster than they are handled.
  func effect(of action: Action, state: State) -> EffectProgram<Action> {
    let environment = environment
    return switch action {
    case .startTapped:
      .stream(EffectOptions(id: "ticker", name: "ticker")) { environment.ticks.map { .ticked($0) } }
    case .stopTapped:
      .cancel(.id("ticker"))
    case .ticked:
      .none
    }
  }
}
