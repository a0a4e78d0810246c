#if Exhaustive
import FeatureEngine
import Testing

/// The samples of the reference's "Best Practices".
@MainActor
@Suite struct FeatureBestPracticesTests {
  // MARK: State Design

  struct ListFeature: Feature {
    // ✅ Do: Keep State MainActor-isolated (automatic in Swift 6.2)
    @Observable
    final class State {
      var items: [Item] = []
      var isLoading = false
    }

    enum Action: Sendable {
      case add(Item)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .add(let item):
          state.items.append(item)
          return .none
        }
      }
    }
  }

  struct NonisolatedListFeature: Feature {
    // ❌ Don't: Make State non-isolated. In the sample the attribute comes after the modifier, where the compiler does
    // not accept one.
    @Observable  // ⚠️ Breaks SwiftUI integration
    nonisolated final class State {
      var items: [Item] = []
    }

    enum Action: Sendable {
      case add(Item)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .add(let item):
          state.items.append(item)
          return .none
        }
      }
    }
  }

  @Test func `State Design`() {
    let store = Store(initialState: ListFeature.State(), feature: ListFeature())
    store.send(.add(Item(name: "Swan")))
    #expect(store.state.items == [Item(name: "Swan")])
    #expect(!store.state.isLoading)
  }

  @Test func `State Design: a state that is not isolated`() {
    let store = Store(initialState: NonisolatedListFeature.State(), feature: NonisolatedListFeature())
    store.send(.add(Item(name: "Swan")))
    #expect(store.state.items == [Item(name: "Swan")])
  }

  // MARK: Working with Background Tasks

  /// Returns whether it runs outside of the main actor, as heavy work should.
  @concurrent
  private nonisolated static func heavyComputation() async -> Bool {
    #isolation == nil
  }

  struct ComputingFeature: Feature {
    @Observable
    final class State {
      var data: Bool?
      var isLoading = true
    }

    enum Action: Sendable {
      case fetch
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in
        return .run(id: "fetch") { state in
          // This closure can do background work
          let data = await heavyComputation()  // Off main thread

          // Mutate state directly on MainActor
          state.data = data  // ✅ Automatically MainActor
          state.isLoading = false
        }
      }
    }
  }

  @Test func `Working with Background Tasks`() async {
    let store = Store(initialState: ComputingFeature.State(), feature: ComputingFeature())
    await store.send(.fetch).value
    #expect(store.state.data == true)
    #expect(!store.state.isLoading)
  }
}
#endif
