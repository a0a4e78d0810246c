import FeatureEngine
import Testing

@MainActor
@Suite struct StoreTests {
  struct Counter: Feature {
    @Observable
    final class State {
      var count = 0
    }

    enum Action: Sendable {
      case increment
      case later
      case cancel
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .later:
          return .run(id: "later") { state, send in
            state.count += 10
            send(.increment)
          }
        case .cancel:
          return .cancel(id: "later")
        }
      }
    }
  }

  @Test func `an action was handled when send returns`() {
    let store = Store(initialState: Counter.State(), feature: Counter())
    let handle = store.send(.increment)
    #expect(store.state.count == 1)
    #expect(handle.isFinished)
  }

  @Test func `a task is registered when send returns, and writes to the state`() async {
    let store = Store(initialState: Counter.State(), feature: Counter())
    let handle = store.send(.later)
    #expect(store.isTaskRunning(id: "later"))
    #expect(store.state.count == 0)
    await handle.tree
    #expect(store.state.count == 11)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `a cancelled task never starts`() async {
    let store = Store(initialState: Counter.State(), feature: Counter())
    let handle = store.send(.later)
    store.send(.cancel)
    #expect(!store.isTaskRunning(id: "later"))
    await handle.tree
    await store.settle()
    #expect(store.state.count == 0)
  }
}
