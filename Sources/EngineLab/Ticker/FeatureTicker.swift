import FeatureEngine

/// The ticker feature in the form of FeatureEngine: an observable state, and a handler.
struct FeatureTicker: Feature {
  @Observable
  final class State {
    var activity = Ticker.Activity.idle
    var tally = TickTally()

    var screen: Ticker.State { Ticker.State(activity: activity, tally: tally) }
  }

  typealias Action = Ticker.Action

  let environment: Ticker.Environment

  /// One ticker at a time.
  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .startTapped:
        state.activity = .ticking
        state.tally = TickTally()
        return ticks()
      case .stopTapped:
        guard state.activity == .ticking else { break }
        state.activity = .stopped
        return .cancel(id: "ticker")
      case .ticked(let tick):
        state.tally.count(tick)
        if tick.isLast { state.activity = .finished }
      }
      return .none
    }
  }

  /// Each tick is handled before the next one is requested.
  private func ticks() -> ActionTask<Action, State> {
    .run(id: "ticker") { _, send in
      for try await tick in environment.ticks { await send.perform(.ticked(tick)) }
    }
    .named("ticker")
  }
}
