import FeatureEngine
import OpenCombine

/// The smallest feature: it counts.
struct CountingFeature: Feature {
  @Observable
  final class State {
    var count = 0
    @ObservationIgnored var total = 0
  }

  enum Action: Sendable {
    case add(Int)
    case addUnobserved(Int)
    case fetch
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .add(let amount):
        state.count += amount
        return .none
      case .addUnobserved(let amount):
        state.total += amount
        return .none
      case .fetch:
        return .run { state in state.total += await fetch() }
      }
    }
  }
}

@MainActor
func featureComparisons() -> [Comparison] {
  [
    featureSend("feature: send", .addUnobserved(1), limit: 0.2),
    featureSend("feature: send, observable property", .add(1), limit: 1),
    awaitFeatureHandle(), featureBurst(),
  ]
}

/// A synchronous send through an action handler, against a subject whose sink makes the same change.
@MainActor
private func featureSend(
  _ title: String,
  _ action: CountingFeature.Action,
  limit: Double
) -> Comparison {
  let store = Store(initialState: CountingFeature.State(), feature: CountingFeature())
  let subject = PassthroughSubject<CountingFeature.Action, Never>()
  // Used on the main actor only: the subject delivers where it is sent to.
  nonisolated(unsafe) let state = CountingFeature.State()
  let sink = subject.sink { action in
    MainActor.assumeIsolated {
      switch action {
      case .add(let amount): state.count += amount
      case .addUnobserved(let amount): state.total += amount
      case .fetch: break
      }
    }
  }
  return Comparison(title, limit: limit, operations: 200_000) { count in
    for _ in 0..<count { store.send(action) }
  } raw: { count in
    withExtendedLifetime(sink) {
      for _ in 0..<count { subject.send(action) }
    }
  }
}

/// Awaiting an action with a synchronous handler, against awaiting a task on the main actor.
@MainActor
private func awaitFeatureHandle() -> Comparison {
  let store = Store(initialState: CountingFeature.State(), feature: CountingFeature())
  let state = CountingFeature.State()
  return Comparison("feature: await a synchronous action", limit: 0.05, operations: 5_000) { count in
    for _ in 0..<count { await store.send(.addUnobserved(1)).value }
  } raw: { count in
    for _ in 0..<count { await Task { @MainActor in state.total += 1 }.value }
  }
}

/// Runs that are started together and then waited for, against tasks on the main actor.
@MainActor
private func featureBurst() -> Comparison {
  let store = Store(initialState: CountingFeature.State(), feature: CountingFeature())
  let state = CountingFeature.State()
  return Comparison("feature: run, burst", limit: 7, operations: 10_000, rounds: 9) { count in
    for _ in 0..<count { store.send(.fetch) }
    await store.settle()
  } raw: { count in
    var tasks: [Task<Void, Never>] = []
    tasks.reserveCapacity(count)
    for _ in 0..<count { tasks.append(Task { @MainActor in state.total += await fetch() }) }
    for task in tasks { await task.value }
  }
}
