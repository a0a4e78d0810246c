import FeatureEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// A feature of FeatureEngine, whose state is an object that tasks write to.
@MainActor
@Suite struct ObjectFeatureTests {
  struct Loading: Feature {
    @Observable
    @MainActor
    final class State {
      var items: [String] = []
      var isLoading = false
    }

    enum Action: Equatable {
      case load
      case loaded
      case clear
    }

    let clock: TestClock

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .load:
          state.isLoading = true
          return .run(id: "load") { state, send in
            try await clock.sleep(for: .seconds(1))
            state.items = ["a"]
            try await clock.sleep(for: .seconds(1))
            send(.loaded)
          }
        case .loaded:
          state.isLoading = false
          return .none
        case .clear:
          state.items = []
          return .none
        }
      }
    }
  }

  struct Snapshot: Equatable {
    var items: [String] = []
    var isLoading = false
  }

  let executor = TestExecutor()
  let clock: TestClock
  let store: TestStore<Store<Loading>, Snapshot>

  init() {
    clock = TestClock(executor: executor)
    let store = Store(
      initialState: Loading.State(),
      feature: Loading(clock: clock),
      options: StoreOptions(executor: executor)
    )
    self.store = TestStore(store, observing: { Snapshot(items: $0.items, isLoading: $0.isLoading) })
  }

  @Test func `a task changes the state, and sends an action`() async {
    await store.send(.load) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.expectChange { $0.items = ["a"] }
    await clock.advance(by: .seconds(1))
    await store.receive(.loaded) { $0.isLoading = false }
    await store.send(.clear) { $0.items = [] }
    await store.finish()
  }

  private struct Instant: Feature {
    func handle() -> ActionHandler<Loading.Action, Loading.State> {
      ActionHandler { _, state in
        state.isLoading = true
        return .run { state in state.items = ["a"] }
      }
    }
  }

  @Test func `asserting a task's change with the action before it fails, and says how to assert it`() async {
    let texts = await texts {
      let store = TestStore(
        Store(initialState: Loading.State(), feature: Instant(), options: StoreOptions(executor: executor)),
        observing: { Snapshot(items: $0.items, isLoading: $0.isLoading) }
      )
      await store.send(.load) { $0 = Snapshot(items: ["a"], isLoading: true) }
      await store.expectChange { $0.items = ["a"] }
      await store.finish()
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("The state after '.load' is not the expected one.") == true)
    #expect(
      texts.first?.hasSuffix(
        """
        It has become the expected one since: assert what a later action changes by 'receive', and what a task or the test \
        changes without an action by 'expectChange'.
        """
      ) == true
    )
  }

  @Test func `a task's change that is not asserted before its action belongs to the action`() async {
    await store.send(.load) { $0.isLoading = true }
    await clock.advance(by: .seconds(2))
    await store.receive(.loaded) { $0 = Snapshot(items: ["a"]) }
    await store.finish()
  }

  @Test func `the state at an action stays as it was, though the object changes later`() async {
    await store.send(.load) { $0.isLoading = true }
    await clock.advance(by: .seconds(2))
    store.store.send(.clear)
    await store.receive(.loaded) { $0 = Snapshot(items: ["a"]) }
    await store.receive(.clear) { $0.items = [] }
    await store.finish()
  }

  private struct Gated: Feature {
    let gate: Gate

    func handle() -> ActionHandler<Loading.Action, Loading.State> {
      ActionHandler { [gate] _, state in
        state.isLoading = true
        return .run { state in
          await gate.pass()
          state.items = ["a"]
        }
      }
    }
  }

  // The change in the course of the step was forgotten with it.
  @Test(arguments: [true, false])
  func `a change of a task that no step asserts is reported when the test store is released`(isInStep: Bool) async {
    let gate = Gate()
    if isInStep { gate.open() }
    let texts = await texts {
      let store = TestStore(
        Store(
          initialState: Loading.State(),
          feature: Gated(gate: gate),
          options: StoreOptions(executor: executor)
        ),
        observing: { Snapshot(items: $0.items, isLoading: $0.isLoading) },
        waitLimit: .zero
      )
      await store.send(.load) { $0.isLoading = true }
      gate.open()
      await store.store.settle()
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("A test store was deallocated with a change of the state that no action") == true)
  }

  @Test func `a change of a task that is not asserted fails the next step`() async {
    await store.send(.load) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    let texts = await texts { await store.send(.clear) { $0.items = [] } }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("The state was changed without an action before '.clear', and no step") == true)
    await store.finish(ignoring: .runningEffects)
  }
}
