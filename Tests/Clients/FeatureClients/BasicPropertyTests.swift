import FeatureEngine
import Testing

// The sample of the reference's "Pattern 1: Basic Property Testing", as it stands there.

private struct CounterFeature: Feature {
  @Observable
  final class State {
    var count = 0

    init(count: Int = 0) {
      self.count = count
    }
  }

  enum Action: Sendable {
    case increment
    case decrement
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .decrement:
        state.count -= 1
        return .none
      }
    }
  }
}

@MainActor
@Suite struct CounterTests {
  @Test func increment() async {
    let store = Store(
      initialState: CounterFeature.State(count: 0),
      feature: CounterFeature()
    )

    // Wait for action to complete
    await store.send(.increment).value

    // Verify state
    #expect(store.state.count == 1)
  }

  @Test func multipleActions() async {
    let store = Store(
      initialState: CounterFeature.State(count: 0),
      feature: CounterFeature()
    )

    await store.send(.increment).value
    #expect(store.state.count == 1)

    await store.send(.increment).value
    #expect(store.state.count == 2)

    await store.send(.decrement).value
    #expect(store.state.count == 1)
  }
}
