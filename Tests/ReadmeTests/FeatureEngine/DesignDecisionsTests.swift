#if Exhaustive
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

  // The sample of "Implementation" shows the inside of the reference's store, not a use of it. Its promise is tested
  // below: with `ordering: .sequential` an action waits for the tasks of the previous one. By default nothing waits.

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

  private let executor: TestExecutor
  private let clock: TestClock
  private let computations = AsyncStream.makeStream(of: Bool.self)

  init() {
    executor = TestExecutor()
    clock = TestClock(executor: executor)
  }

  private func makeStore(_ ordering: ActionOrdering) -> Store<ScreenFeature> {
    let continuation = computations.continuation
    return Store(
      initialState: ScreenFeature.State(),
      feature: ScreenFeature(clock: clock) { continuation.yield(true) },
      ordering: ordering,
      options: StoreOptions(executor: executor, clock: clock)
    )
  }

  @Test func `Sequential execution: actions are handled in dispatch order, each after the tasks before it`() async {
    let store = makeStore(.sequential)
    let first = store.send(.heavyTask)
    let update = store.send(.uiUpdate)
    let second = store.send(.heavyTask)
    await clock.advance(by: .seconds(4))
    #expect(store.runningTaskCount == 1)
    #expect(store.state.updates == 0)

    await clock.advance(by: .seconds(1))
    #expect(first.isFinished && update.isFinished && !second.isFinished)
    #expect(store.state.isComputed)
    #expect(store.state.updates == 1)
    #expect(store.runningTaskCount == 1)

    await clock.advance(by: .seconds(5))
    #expect(second.isFinished)
    #expect(clock.now.offset == .seconds(10))
    #expect(store.runningTaskCount == 0)
  }

  @Test func `Potential UI Blocking: an update waits for the long task of a sequential store`() async {
    let store = makeStore(.sequential)
    store.send(.heavyTask)  // Takes 5 seconds
    store.send(.uiUpdate)  // Waits 5 seconds
    await clock.advance(by: .milliseconds(4_999))
    #expect(store.state.updates == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.updates == 1)
  }

  @Test func `Potential UI Blocking: an update does not wait by default`() async {
    let store = makeStore(.concurrent)
    store.send(.heavyTask)
    store.send(.uiUpdate)
    #expect(store.state.updates == 1)
    #expect(store.runningTaskCount == 1)
    await clock.advance(by: .seconds(5))
    #expect(store.state.isComputed)
  }

  @Test(arguments: [ActionOrdering.sequential, .concurrent])
  func `Explicit Concurrency: a task that detaches its work ends before that work`(ordering: ActionOrdering) async {
    let store = makeStore(ordering)
    let detached = store.send(.detached)
    await store.send(.uiUpdate).value
    #expect(store.state.updates == 1)
    await detached.value
    #expect(store.runningTaskCount == 0)
    var results = computations.stream.makeAsyncIterator()
    #expect(await results.next() == true)
  }
}
#endif
