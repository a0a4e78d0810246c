import FeatureEngine

// A state that is not `@Observable` would change without an update of its views.

private struct CounterFeature: Feature {  // ❌ Error: the state is not Observable
  final class State {
    var count = 0
  }

  enum Action: Sendable {
    case increment
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .increment:
        state.count += 1
        return .none
      }
    }
  }
}
