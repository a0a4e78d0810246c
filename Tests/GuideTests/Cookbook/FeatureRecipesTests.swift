import FeatureEngine
import StoreTesting
import Testing

// Recipes of the cookbook on FeatureEngine.

private struct Network {
  var isOnline = true
}

private struct Offline: Error {}

private struct OnlyOnline: BeforeActionMiddleware {
  let network: Network

  func beforeAction<Action, State>(action: Action, state: State) async throws {
    guard network.isOnline else { throw Offline() }
  }
}

private struct CounterFeature: Feature {
  @Observable
  final class State {
    var count = 0
    var error: String?
  }

  enum Action: Sendable {
    case increment
  }

  let network: Network

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      state.count += 1
      return .none
    }
    .use(OnlyOnline(network: network))
    .onError { error, state in state.error = "\(error)" }
  }
}

@MainActor
@Suite struct FeatureRecipesTests {
  @Test(arguments: [true, false])
  func `do something before every action`(isOnline: Bool) async {
    let feature = CounterFeature(network: Network(isOnline: isOnline))
    let store = Store(initialState: CounterFeature.State(), feature: feature)
    await store.send(.increment).value
    #expect(store.state.count == (isOnline ? 1 : 0))
    #expect(store.state.error == (isOnline ? nil : "Offline()"))
  }
}
