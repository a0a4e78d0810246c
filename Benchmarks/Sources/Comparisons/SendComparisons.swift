import ElmEngine
import FeatureEngine
import Observation
import OpenCombine

/// Actions that have been handled when `send` returns.
@MainActor
func sendComparisons() -> [Comparison] {
  [
    sendAgainstSubject(), observedSend(), sendAndRead(), trackedSend(), middlewareSend(), awaitHandle(), largeState(),
    nestedState(), liftedSend(),
  ]
}

/// A synchronous send with nothing observing, against a subject with one sink.
@MainActor
func sendAgainstSubject() -> Comparison {
  let store = makeCounterStore()
  let subject = PassthroughSubject<CounterAction, Never>()
  // Used on the main actor only: the subject delivers where it is sent to.
  nonisolated(unsafe) var counter = Counter()
  let sink = subject.sink { action in
    if case .add(let amount) = action { counter.count += amount }
  }
  return Comparison("send, nobody observes", limit: 0.2, operations: 200_000) { count in
    for _ in 0..<count { store.send(.add(1)) }
  } raw: { count in
    withExtendedLifetime(sink) {
      for _ in 0..<count { subject.send(.add(1)) }
    }
  }
}

/// A send with an observer that does nothing, against the same one without.
@MainActor
func observedSend() -> Comparison {
  struct Nothing: RuntimeObserver {
    func receive(_ event: RuntimeEvent) {}
  }
  let observed = makeCounterStore(StoreOptions(observers: [Nothing()]))
  let store = makeCounterStore()
  return Comparison("send, an observer that does nothing", limit: 20, operations: 200_000) { count in
    for _ in 0..<count { observed.send(.add(1)) }
  } raw: { count in
    for _ in 0..<count { store.send(.add(1)) }
  }
}

/// A send and a read of the state, against a plain observable object.
@MainActor
func sendAndRead() -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  // Used on the main actor only.
  nonisolated(unsafe) var sum = 0
  return Comparison("send and read", limit: 1, operations: 200_000) { count in
    for _ in 0..<count {
      store.send(.add(1))
      sum &+= store.state.count
    }
  } raw: { count in
    for _ in 0..<count {
      plain.count += 1
      sum &+= plain.count
    }
  }
}

/// Awaiting a synchronous action, against awaiting a task.
@MainActor
func awaitHandle() -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  return Comparison("await the handle of a synchronous action", limit: 0.05, operations: 5_000) { count in
    for _ in 0..<count { await store.send(.add(1)).value }
  } raw: { count in
    for _ in 0..<count { await Task { plain.count += 1 }.value }
  }
}

/// A change inside a large array, against one inside a small array.
@MainActor
func largeState() -> Comparison {
  let large = makeTableStore(rows: 100_000)
  let small = makeTableStore(rows: 10)
  return Comparison("send, 100,000 rows against 10", limit: 1.5, operations: 100_000) { count in
    for index in 0..<count { large.send(index % 10) }
  } raw: { count in
    for index in 0..<count { small.send(index % 10) }
  }
}

/// A synchronous action for a child ten levels down, against one for a store of its own.
@MainActor
func liftedSend() -> Comparison {
  let lifted = makeTenLevelStore()
  let plain = makeCounterStore()
  let action = tenLevelAction(.add(1))
  return Comparison("send through ten levels, against none", limit: 16, operations: 200_000) { count in
    for _ in 0..<count { lifted.send(action) }
  } raw: { count in
    for _ in 0..<count { plain.send(.add(1)) }
  }
}

/// A send and a read while somebody tracks the state, against a plain observable object that is tracked.
@MainActor
func trackedSend() -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  // Used on the main actor only.
  nonisolated(unsafe) var sum = 0
  return Comparison("send and read, tracked", limit: 1.2, operations: 20_000) { count in
    for _ in 0..<count {
      withObservationTracking {
        sum &+= store.state.count
      } onChange: {
        sum &+= 1
      }
      store.send(.add(1))
    }
  } raw: { count in
    for _ in 0..<count {
      withObservationTracking {
        sum &+= plain.count
      } onChange: {
        sum &+= 1
      }
      plain.count += 1
    }
  }
}

/// A send through one middleware that does nothing, against one without.
@MainActor
func middlewareSend() -> Comparison {
  struct Nothing: SynchronousActionMiddleware {
    func beforeAction<Action, State>(action: Action, state: State) {}
    func afterAction<Action, State>(
      action: Action,
      state: State,
      result: ActionTask<Action, State>,
      duration: Double
    ) {}
    func onError<Action, State>(error: any Error, action: Action, state: State) {}
  }
  struct Watched: Feature {
    typealias State = CountingFeature.State
    typealias Action = CountingFeature.Action

    func handle() -> ActionHandler<Action, State> { CountingFeature().handle().use(Nothing()) }
  }
  let watched = FeatureEngine.Store(initialState: CountingFeature.State(), feature: Watched())
  let plain = FeatureEngine.Store(initialState: CountingFeature.State(), feature: CountingFeature())
  return Comparison("feature: send, one middleware, against none", limit: 12, operations: 100_000) { count in
    for _ in 0..<count { watched.send(.addUnobserved(1)) }
  } raw: { count in
    for _ in 0..<count { plain.send(.addUnobserved(1)) }
  }
}

/// A change deep inside a nested state, against one at its top.
@MainActor
func nestedState() -> Comparison {
  let deep = Store<TenLevels, Int>(initialState: tenLevelState) { state, amount in
    var newState = state
    newState.child.child.child.child.child.child.child.child.child.child.count += amount
    return (newState, .none)
  }
  let flat = makeCounterStore()
  return Comparison("send, a state ten levels deep against a flat one", limit: 3, operations: 200_000) { count in
    for _ in 0..<count { deep.send(1) }
  } raw: { count in
    for _ in 0..<count { flat.send(.add(1)) }
  }
}
