import ElmEngine
import Testing

/// The sample of the reference's "Basic State Management".
@MainActor
@Suite struct BasicStateManagementTests {
  private struct AppState {
    var counter = 0
    var isLoading = false
  }

  private enum AppAction: Sendable {
    case increment
    case decrement
    case startLoading
    case finishLoading
  }

  private func makeStore() -> Store<AppState, AppAction> {
    // The types are written out: nothing in the sample says what the actions are.
    let store = Store<AppState, AppAction>(
      initialState: AppState(),
      reduce: { state, action in
        var newState = state

        switch action {
        case .increment:
          newState.counter += 1
          return (newState, .none)

        case .decrement:
          newState.counter -= 1
          return (newState, .none)

        case .startLoading:
          newState.isLoading = true
          return (
            newState,
            .task {
              try await Task.sleep(nanoseconds: 2_000_000_000)
              return .finishLoading
            }
          )

        case .finishLoading:
          newState.isLoading = false
          return (newState, .none)
        }
      }
    )
    return store
  }

  @Test func `Basic State Management`() {
    let store = makeStore()
    #expect(store.state.counter == 0)
    #expect(!store.state.isLoading)

    store.send(.increment)
    store.send(.increment)
    store.send(.decrement)

    #expect(store.state.counter == 1)
  }

  @Test func `Basic State Management: loading runs until it is cancelled`() async {
    let store = makeStore()

    let loading = store.send(.startLoading)
    #expect(store.state.isLoading)
    #expect(store.runningTaskCount == 1)
    loading.cancel()

    await loading.value
    #expect(store.runningTaskCount == 0)
    #expect(store.state.isLoading)
    store.send(.finishLoading)
    #expect(!store.state.isLoading)
  }
}
