import FeatureEngine
import Testing

// The feature of the reference's "Quick Start".

// 1. Define your feature with nested State and Action
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
    case asyncIncrement
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

      case .asyncIncrement:
        return .run(id: "increment") { state in
          try await Task.sleep(for: .seconds(1))
          state.count += 1  // ✅ Direct state mutation
        }
      }
    }
  }
}

@MainActor
@Suite struct QuickStartTests {
  private let store = Store(
    initialState: CounterFeature.State(),
    feature: CounterFeature()
  )

  @Test func `the buttons of the sample count`() async {
    store.send(.increment)
    store.send(.increment)
    store.send(.decrement)
    #expect(store.state.count == 1)

    await store.send(.asyncIncrement).value
    #expect(store.state.count == 2)
  }

  @Test func `an action is sent from outside of the main actor`() async {
    let store = store
    // Correct way - explicit isolation
    let task = Task.detached {
      await store.send(.increment)  // ✅ Properly isolated
    }

    await task.value.value
    #expect(store.state.count == 1)
  }

  @Test func `an action is sent and awaited from outside of the main actor`() async {
    let store = store
    await Task.detached { await store.send(.asyncIncrement).value }.value
    #expect(store.state.count == 1)
  }
}
