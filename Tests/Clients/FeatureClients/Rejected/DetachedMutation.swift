import FeatureEngine

// The sample of the reference's "Compile-Time Safety" that must not compile, whatever the client's settings.

private struct CounterFeature: Feature {
  @Observable
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

@MainActor
private func detach(_ store: Store<CounterFeature>) {
  // This won't compile - caught at build time!
  Task.detached {
    store.state.count += 1  // ❌ Error: state is MainActor-isolated
  }

  // Correct way - explicit isolation
  Task.detached {
    await store.send(.increment)  // ✅ Properly isolated
  }
}
