#if Exhaustive
import FeatureEngine
import Testing

/// The samples of the reference's "Why ViewFeature?".
///
/// Their views are in `SwiftUIViews.swift`.
@MainActor
@Suite struct WhyViewFeatureTests {
  // MARK: ViewFeature's Approach

  // ViewFeature - Clean and safe
  struct UserFeature: Feature {
    @Observable  // Automatically MainActor in Swift 6.2 ✨
    final class State {
      var user: User?
      var isLoading = false
      // No @MainActor needed - it's the default!
    }

    enum Action: Sendable {
      case load
      case loaded(User)
    }

    let api: Service

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .load:
          state.isLoading = true
          return .run(id: "load") { state in
            let user = try await api.fetchUser()
            state.user = user  // ✅ Direct state mutation
            state.isLoading = false
          }
        // The sample has no case for this action, and a switch has to be exhaustive.
        case .loaded(let user):
          state.user = user
          return .none
        }
      }
    }
  }

  @Test func `ViewFeature's Approach`() async {
    let store = Store(initialState: UserFeature.State(), feature: UserFeature(api: Service()))
    store.send(.load)
    #expect(store.state.isLoading)
    await store.settle()
    #expect(store.state.user == User(name: "Alice"))
    #expect(!store.state.isLoading)

    store.send(.loaded(User(name: "Bob")))
    #expect(store.state.user == User(name: "Bob"))
  }

  // MARK: Thread Safety by Default

  struct CounterFeature: Feature {
    @Observable
    final class State {
      var count = 0  // Guaranteed MainActor access
    }

    enum Action: Sendable {
      case increment
      case backgroundIncrement
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .increment:
          // ✅ On MainActor - safe to mutate state
          state.count += 1
          return .none

        case .backgroundIncrement:
          return .run(id: "bg") { state in
            // Background work here. The sample has no 'try', which a sleep that can be cancelled needs.
            try await Task.sleep(for: .seconds(1))

            // ✅ Direct state mutation on MainActor
            state.count += 1
          }
        }
      }
    }
  }

  @Test func `Thread Safety by Default`() async {
    let store = Store(initialState: CounterFeature.State(), feature: CounterFeature())
    store.send(.increment)
    #expect(store.state.count == 1)
    store.send(.backgroundIncrement)
    #expect(store.isTaskRunning(id: "bg"))
    #expect(store.state.count == 1)
    await store.settle()
    #expect(store.state.count == 2)
  }

  // MARK: Key Advantages

  @Test func `Compile-Time Safety`() async {
    let store = Store(initialState: CounterFeature.State(), feature: CounterFeature())
    // The code that according to the sample does not compile is in Tests/Clients/FeatureClients/Rejected.

    // Correct way - explicit isolation
    let task = Task.detached {
      await store.send(.increment)  // ✅ Properly isolated
    }

    await task.value.value
    #expect(store.state.count == 1)
  }

  /// What the view of "Natural SwiftUI Integration" shows, which the sample leaves out.
  struct ValueFeature: Feature {
    @Observable
    final class State {
      var value = 0
    }

    enum Action: Sendable {
      case update
      case load
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .update:
          state.value += 1
          return .none
        case .load:
          return .run(id: "load") { state in state.value = 10 }
        }
      }
    }
  }

  @Test func `Natural SwiftUI Integration: what the view's closures do`() async {
    let store = Store(initialState: ValueFeature.State(), feature: ValueFeature())
    await store.send(.load).value  // ✅ Safe async
    #expect(store.state.value == 10)
    store.send(.update)  // ✅ Safe
    #expect(store.state.value == 11)
  }

  // ViewFeature way - automatic. The sample's struct is called 'Feature' itself, which hides the protocol of that name,
  // and lacks the action and the flag that its handler uses.
  struct ListFeature: Feature {
    @Observable
    final class State {  // Automatically MainActor
      var data: [Item] = []
      var isLoading = false
    }

    enum Action: Sendable {
      case load
    }

    let api: Service

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .load:
          state.isLoading = true
          return .run(id: "load") { state in
            let items = try await api.fetch()
            state.data = items  // ✅ Direct state mutation
            state.isLoading = false
          }
        }
      }
    }
  }

  @Test func `Zero Boilerplate Threading`() async {
    let store = Store(initialState: ListFeature.State(), feature: ListFeature(api: Service()))
    store.send(.load)
    #expect(store.state.isLoading)
    await store.settle()
    #expect(store.state.data == [Item(name: "Swan")])
    #expect(!store.state.isLoading)
  }
}
#endif
