import ReduxBridge

// Adds what effects send, in the order in which they were requested.

struct SumFeature: FeatureType {
  struct State {
    var total = 0
  }

  enum Action: Sendable {
    case addUp(to: Int)
    case add(Int)
  }

  func reduce(into state: inout State, action: Action) async {
    if case .add(let number) = action { state.total += number }
  }

  func effect(of action: Action, state: State) -> EffectProgram<Action> {
    guard case .addUp(let last) = action else { return .none }
    return .sequence((1...last).map { number in .run { send in send(.add(number)) } })
  }
}

let store = Store(feature: SumFeature(), initialState: SumFeature.State())
await store.send(action: .addUp(to: 4)).tree
print("ReduxBridge alone: \(store.state.total)")
