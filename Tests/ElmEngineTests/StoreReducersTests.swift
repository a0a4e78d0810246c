import ElmEngine
import StoreTesting
import Testing

/// Every way to create a store, with named functions and with closures without types.
@MainActor
@Suite struct StoreReducersTests {
  private enum Action: Sendable {
    case add(Int)
    case load
    case stop
  }

  private struct Factor: Sendable {
    var value: Int
  }

  private nonisolated static func pure(state: Int, action: Action) -> (Int, Effect<Action>) {
    switch action {
    case .add(let number): (state + number, .none)
    case .load: (state, .cancellable({ .add(10) }, "load"))
    case .stop: (state, .none)
    }
  }

  private nonisolated static func consuming(state: consuming Int, action: Action) -> (Int, Effect<Action>) {
    pure(state: state, action: action)
  }

  private nonisolated static func inPlace(state: inout Int, action: Action) -> Effect<Action> {
    let (newState, effect) = pure(state: state, action: action)
    state = newState
    return effect
  }

  private nonisolated static func withFactor(state: Int, action: Action, factor: Factor) -> (Int, Effect<Action>) {
    guard case .add(let number) = action else { return pure(state: state, action: action) }
    return (state + number * factor.value, .none)
  }

  private nonisolated static func inPlaceWithFactor(
    state: inout Int,
    action: Action,
    factor: Factor
  ) -> Effect<Action> {
    let (newState, effect) = withFactor(state: state, action: action, factor: factor)
    state = newState
    return effect
  }

  private nonisolated static func cancels(action: Action) -> [EffectID] {
    if case .stop = action { ["load"] } else { [] }
  }

  private let options = StoreOptions(executor: TestExecutor())

  /// The reducer of all stores of this suite: adds, and loads ten more in an effect.
  private func check(_ store: Store<Int, Action>, factor: Int = 1) async {
    #expect(store.state == 1)
    store.send(.add(2))
    #expect(store.state == 1 + 2 * factor)
    store.send(.load)
    #expect(store.isTaskRunning(id: "load"))
    await store.settle()
    #expect(!store.isTaskRunning(id: "load"))
    #expect(store.state == 1 + 12 * factor)
  }

  /// The names that the stores with `cancelsOn:` cancel.
  private func checkCancelling(_ store: Store<Int, Action>, factor: Int = 1) async {
    store.send(.load)
    store.send(.stop)
    #expect(!store.isTaskRunning(id: "load"))
    await store.settle()
    await check(store, factor: factor)
  }

  // MARK: Named functions

  @Test func `a pure function makes a store`() async {
    await check(Store(initialState: 1, options: options, reduce: Self.pure))
    await checkCancelling(Store(initialState: 1, options: options, cancelsOn: Self.cancels, reduce: Self.pure))
  }

  @Test func `a function that consumes its state makes a store`() async {
    await check(Store(initialState: 1, options: options, reduce: Self.consuming))
    await checkCancelling(Store(initialState: 1, options: options, cancelsOn: Self.cancels, reduce: Self.consuming))
  }

  @Test func `a function that changes its state in place makes a store`() async {
    await check(Store(initialState: 1, options: options, reduce: Self.inPlace))
    await checkCancelling(Store(initialState: 1, options: options, cancelsOn: Self.cancels, reduce: Self.inPlace))
  }

  @Test func `a pure function with an environment makes a store`() async {
    let factor = Factor(value: 3)
    await check(
      Store(initialState: 1, environment: factor, options: options, reduce: Self.withFactor),
      factor: 3
    )
    await checkCancelling(
      Store(
        initialState: 1,
        environment: factor,
        options: options,
        cancelsOn: Self.cancels,
        reduce: Self.withFactor
      ),
      factor: 3
    )
  }

  @Test func `a function that changes its state in place with an environment makes a store`() async {
    let factor = Factor(value: 3)
    await check(
      Store(initialState: 1, environment: factor, options: options, reduce: Self.inPlaceWithFactor),
      factor: 3
    )
    await checkCancelling(
      Store(
        initialState: 1,
        environment: factor,
        options: options,
        cancelsOn: Self.cancels,
        reduce: Self.inPlaceWithFactor
      ),
      factor: 3
    )
  }

  // MARK: Closures without types

  @Test func `a closure makes a store, whether it returns or changes the state`() {
    let pure = Store<Int, Int>(initialState: 1) { state, action in (state + action, .none) }
    let inPlace = Store<Int, Int>(initialState: 1) { state, action in
      state += action
      return .none
    }
    let long = Store<Int, Int>(initialState: 1) { state, action in
      var newState = state
      newState += action
      return (newState, .none)
    }
    for store in [pure, inPlace, long] {
      store.send(2)
      #expect(store.state == 3)
    }
  }

  @Test func `a closure with an environment makes a store, whether it returns or changes the state`() {
    let pure = Store<Int, Int>(initialState: 1, environment: 3) { state, action, factor in
      (state + action * factor, .none)
    }
    let inPlace = Store<Int, Int>(initialState: 1, environment: 3) { state, action, factor in
      state += action * factor
      return .none
    }
    for store in [pure, inPlace] {
      store.send(2)
      #expect(store.state == 7)
    }
  }

  @Test func `closures with names to cancel make stores`() async {
    let cancels: @MainActor (Action) -> [EffectID] = { Self.cancels(action: $0) }
    await checkCancelling(
      Store(initialState: 1, options: options, cancelsOn: cancels) { state, action in
        Self.pure(state: state, action: action)
      }
    )
    await checkCancelling(
      Store(initialState: 1, options: options, cancelsOn: cancels) { state, action in
        Self.inPlace(state: &state, action: action)
      }
    )
    await checkCancelling(
      Store(initialState: 1, environment: 1, options: options, cancelsOn: cancels) { state, action, _ in
        Self.pure(state: state, action: action)
      }
    )
    await checkCancelling(
      Store(initialState: 1, environment: 1, options: options, cancelsOn: cancels) { state, action, _ in
        Self.inPlace(state: &state, action: action)
      }
    )
  }

  // MARK: Names to cancel

  @Test func `an action's names are cancelled before its own effect starts`() async {
    let observer = EventRecorder()
    let options = StoreOptions(executor: TestExecutor(), observers: [observer])
    let store = Store(
      initialState: 1,
      options: options,
      cancelsOn: { if case .load = $0 { ["load", "other"] } else { [] } },
      reduce: Self.pure
    )

    store.send(.load)
    store.send(.load)

    #expect(observer.events == ["start load", "cancelled load", "start load"])
    #expect(store.isTaskRunning(id: "load"))
    await store.settle()
    #expect(store.state == 11)
  }

  @Test func `an action's names are cancelled before its own effect starts in a composed reducer, too`() {
    let observer = EventRecorder()
    let options = StoreOptions(executor: TestExecutor(), observers: [observer])
    let store = Store(
      initialState: 1,
      options: options,
      cancelsOn: { if case .load = $0 { ["load", "other"] } else { [] } },
      reducer: ComposedReducer(Self.inPlace)
    )
    store.send(.load)
    store.send(.load)
    #expect(observer.events == ["start load", "cancelled load", "start load"])
    #expect(store.isTaskRunning(id: "load"))
  }
}
