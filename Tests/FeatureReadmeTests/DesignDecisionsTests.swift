import FeatureEngine
import StoreTesting
import Testing

/// The samples of the reference's design decisions.
///
/// Their views are in `SwiftUIViews.swift`.
@MainActor
@Suite struct DesignDecisionsTests {
  // MARK: No State Composition (No `Scope`)

  struct ParentFeature: Feature {
    @Observable
    final class State {
      var lastValue: Int?
    }

    enum Action: Sendable {
      case childDidUpdate(Int)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .childDidUpdate(let value):
          state.lastValue = value
          return .none
        }
      }
    }
  }

  struct ChildFeature: Feature {
    @Observable
    final class State {
      var value = 0
    }

    enum Action: Sendable {
      case update
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .update:
          state.value += 1
          return .none
        }
      }
    }
  }

  @Test func `No State Composition: parent and child are stores of their own, wired by hand`() {
    let parentStore = Store(
      initialState: ParentFeature.State(),
      feature: ParentFeature()
    )
    let childStore = Store(
      initialState: ChildFeature.State(),
      feature: ChildFeature()
    )
    childStore.send(.update)
    #expect(childStore.state.value == 1)
    #expect(parentStore.state.lastValue == nil)

    let onUpdate = { value in
      parentStore.send(.childDidUpdate(value))
    }
    _ = onUpdate(childStore.state.value)
    #expect(parentStore.state.lastValue == 1)
  }

  // MARK: Sequential Action Processing

  // The sample of "Implementation" shows the inside of the reference's store, not a use of it.

  struct ScreenFeature: Feature {
    @Observable
    final class State {
      var isComputed = false
      var updates = 0
    }

    enum Action: Sendable {
      case heavyTask
      case uiUpdate
      case detached
    }

    let clock: any Clock<Duration>
    let performComputation: @Sendable () async -> Void

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .heavyTask:
          return .run { state in
            try await clock.sleep(for: .seconds(5))
            state.isComputed = true
          }
        case .uiUpdate:
          state.updates += 1
          return .none
        case .detached:
          return .run { state in
            Task.detached {
              // Heavy computation off main thread
              await performComputation()
            }
            // Returns immediately - doesn't block
          }
        }
      }
    }
  }

  private let clock: TestClock
  private let store: Store<ScreenFeature>
  private let computations = AsyncStream.makeStream(of: Bool.self)

  init() {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    self.clock = clock
    let continuation = computations.continuation
    store = Store(
      initialState: ScreenFeature.State(),
      feature: ScreenFeature(clock: clock) { continuation.yield(true) },
      options: StoreOptions(executor: executor, clock: clock)
    )
  }

  // The reference's store makes the second action wait for the first one's task. Here tasks run beside the handling of
  // actions, and nothing waits.
  @Test func `Potential UI Blocking: an update is handled while a long task runs`() async {
    store.send(.heavyTask)  // Takes 5 seconds
    store.send(.uiUpdate)
    #expect(store.state.updates == 1)
    #expect(store.runningTaskCount == 1)
    await clock.advance(by: .seconds(5))
    #expect(store.state.isComputed)
  }

  @Test func `Explicit Concurrency: a task that detaches its work ends before it`() async {
    await store.send(.detached).value
    #expect(store.runningTaskCount == 0)
    var results = computations.stream.makeAsyncIterator()
    #expect(await results.next() == true)
  }
}
