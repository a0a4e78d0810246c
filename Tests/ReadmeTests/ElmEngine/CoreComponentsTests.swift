#if Exhaustive
import ElmEngine
import StoreTesting
import Testing

/// The samples of the reference's "Core Components" about the store.
@MainActor
@Suite struct CoreComponentsTests {
  private struct MyState {
    var taps = 0
  }

  private enum MyAction: Sendable {
    case userTappedButton
    case requestTapped
    case received(String)
  }

  @Test func `Initialization`() {
    // The types are written out: nothing in the sample says what the actions are.
    let store = Store<MyState, MyAction>(
      initialState: MyState(),
      reduce: { state, action in
        let newState = MyState(taps: state.taps + 1)
        let effect = Effect<MyAction>.none
        // Return new state and any effects to execute
        return (newState, effect)
      }
    )

    #expect(store.state.taps == 0)
    store.send(.userTappedButton)
    #expect(store.state.taps == 1)
  }

  @Test func `send(_ action Action)`() {
    let store = Store<MyState, MyAction>(initialState: MyState()) { state, action in
      var newState = state
      if case .userTappedButton = action {
        newState.taps += 1
      }
      return (newState, .none)
    }

    store.send(.userTappedButton)

    #expect(store.state.taps == 1)
  }

  @Test func `cancel(_ id String)`() async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor)
    let store = Store<[String], MyAction>(initialState: [], options: options) { state, action in
      switch action {
      case .userTappedButton:
        return (state, .none)
      case .requestTapped:
        return (
          state,
          .cancellable(
            {
              try await clock.sleep(for: .seconds(1))
              return .received("answer")
            },
            "network-request"
          )
        )
      case .received(let answer):
        return (state + [answer], .none)
      }
    }
    store.send(.requestTapped)
    await store.settle()
    #expect(store.isTaskRunning(id: "network-request"))

    store.cancel("network-request")

    #expect(!store.isTaskRunning(id: "network-request"))
    await clock.advance(by: .seconds(2))
    #expect(store.state.isEmpty)
  }
}
#endif
