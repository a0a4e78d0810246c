import ElmEngine
import StoreTesting
import Testing

/// The engine as clients whose code belongs to the main actor by default use it.
@Suite struct MainActorTests {
  private let options = StoreOptions(executor: TestExecutor())

  @Test func `a closure makes a store`() {
    let store = Store<Int, Int>(initialState: 0) { state, action in
      var newState = state
      newState += action
      return (newState, .none)
    }

    store.send(2)

    #expect(store.state == 2)
  }

  @Test func `an inout closure makes a store`() {
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += action
      return .none
    }

    store.send(2)

    #expect(store.state == 2)
  }

  @Test func `a named reducer makes a store`() async {
    let store = Store(initialState: Search(), options: options, reduce: reduceSearch(state:action:))

    store.send(.typed("sw"))
    #expect(store.isTaskRunning(id: SearchID.search))
    await store.settle()

    #expect(store.state.results == ["sw 1", "sw 2"])
  }

  @Test func `an environment is passed to a named reducer`() async {
    let store = Store(
      initialState: Search(),
      environment: SearchService(),
      options: options,
      reduce: reduceSearch(state:action:service:)
    )

    await store.send(.typed("sw")).value

    #expect(store.state.results == ["sw 1", "sw 2"])
  }

  @Test func `streams, runs and enum names work`() async {
    let store = Store(initialState: Search(), options: options, reduce: reduceSearch(state:action:))

    store.send(.listenTapped)
    store.send(.countTapped)
    await store.settle()

    #expect(store.state.ticks == 4)
    #expect(store.isTaskRunning(id: SearchID.ticker(1)))
    store.send(.clearTapped)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `a part of the state is returned by key path`() async {
    let store = Store(initialState: Search(), options: options, reduce: reduceSearch(state:action:))
    let ticks = await store.perform(.countTapped, returning: \.ticks)
    #expect(ticks == store.state.ticks)
  }

  @Test func `operations run outside of every actor`() async {
    let isOutside = await isolationOfOperation()
    #expect(isOutside == [true, true, true])
  }

  private func isolationOfOperation() async -> [Bool] {
    let store = Store<[Bool], Bool?>(initialState: [], options: options) { state, action in
      guard let action else {
        return (
          state,
          .sequence([
            .task { #isolation == nil },
            .cancellable({ #isolation == nil }, "check"),
            .run { send in send(#isolation == nil) },
          ])
        )
      }
      return (state + [action], .none)
    }
    store.send(nil)
    await store.settle()
    return store.state
  }
}
