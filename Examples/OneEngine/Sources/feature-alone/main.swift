import FeatureEngine

// Adds what tasks send, in the order in which they were requested.

struct SumFeature: Feature {
  @Observable
  final class State {
    var total = 0
  }

  enum Action: Sendable {
    case addUp(to: Int)
    case add(Int)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .addUp(let last):
        return .concatenate((1...last).map { number in .run { _, send in send(.add(number)) } })
      case .add(let number):
        state.total += number
        return .none
      }
    }
  }
}

let store = Store(initialState: SumFeature.State(), feature: SumFeature())
await store.send(.addUp(to: 4)).tree
print("FeatureEngine alone: \(store.state.total)")
