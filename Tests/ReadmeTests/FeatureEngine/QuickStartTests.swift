import FeatureEngine
import Testing

// The reference's "Installation" is a dependency of a manifest: Scripts/check-clients builds a package that has it.

/// The sample of the reference's "Quick Start".
///
/// Its view is in `SwiftUIViews.swift`.
@MainActor
@Suite struct QuickStartTests {
  // 1. Define your feature with nested State and Action
  struct CounterFeature: Feature {
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

  private let store = Store(
    initialState: CounterFeature.State(),
    feature: CounterFeature()
  )

  @Test func `Quick Start`() {
    store.send(.decrement)
    #expect(store.state.count == -1)
    store.send(.increment)
    store.send(.increment)
    #expect(store.state.count == 1)
  }

  @Test func `Quick Start: a second later the count goes up by one, however often it was requested`() async {
    store.send(.asyncIncrement)
    store.send(.asyncIncrement)
    #expect(store.runningTaskCount == 1)
    #expect(store.state.count == 0)
    await store.settle()
    #expect(store.state.count == 1)
  }
}
