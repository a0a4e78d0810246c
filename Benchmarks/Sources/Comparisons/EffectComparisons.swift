import ElmEngine
import Observation

/// Effects that are launched, complete, replace each other and are cancelled.
@MainActor
func effectComparisons() -> [Comparison] {
  [roundTrip(), awaitedRoundTrip(), burst(), mergedBurst(), sequence(), restart(), debounce()]
    + policies.map { policyBurst($0.title, $0.policy, isSerial: $0.isSerial, limit: $0.limit) } + [newestWins()]
    + [10, 100, 1_000, 10_000, 100_000].map { startAndCancel(live: $0, limit: $0 < 1_000 ? 2 : 1.6) }
    + [liftedLaunch()]
}

private let policies: [(title: String, policy: LaunchPolicy, isSerial: Bool, limit: Double)] = [
  ("concurrent", .concurrent, false, 3.5),
  ("keep running", .keepRunning, false, 2),
  ("queue", .queue(limit: .max), true, 2),
  ("at most 4, oldest first", .atMost(4, .oldestFirst), true, 2),
]

/// An effect that runs in the pool and completes on the main actor, where the next one is started.
@MainActor
func roundTrip() -> Comparison {
  let store = Store<Countdown, CountdownAction>(initialState: Countdown()) { state, action in
    var newState = state
    switch action {
    case .start(let count): newState.left = count
    case .fetched(let amount): newState.left -= amount
    }
    return (newState, newState.left > 0 ? .task { .fetched(await fetch()) } : .none)
  }
  return Comparison("effect round trip, one after another", limit: 1.2, operations: 3_000) { count in
    await store.send(.start(count)).tree
  } raw: { count in
    let countdown = PlainCountdown(left: count)
    await withCheckedContinuation { continuation in
      countdown.whenDone = { continuation.resume() }
      countdown.step()
    }
  }
}

/// The same with a wait for each effect.
@MainActor
func awaitedRoundTrip() -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  return Comparison("effect round trip, each awaited", limit: 1.2, operations: 3_000) { count in
    for _ in 0..<count { await store.send(.fetch).value }
  } raw: { count in
    for _ in 0..<count { await rawTrip(plain).value }
  }
}

/// The same in a burst: all are started, each by an action of its own, then all are waited for.
@MainActor
func burst() -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  return Comparison("effect round trip, burst", limit: 1.5, switchLimit: 0.1, operations: 20_000, rounds: 9) { count in
    for _ in 0..<count { store.send(.fetch) }
    await store.settle()
  } raw: { count in
    await rawBurst(count, plain)
  }
}

/// The same where one action starts all; ours also makes the array of effects and keeps what follows each.
@MainActor
func mergedBurst() -> Comparison {
  let store = Store<Counter, CounterAction>(initialState: Counter()) { state, action in
    var newState = state
    switch action {
    case .add(let count):
      return (newState, .merge((0..<count).map { _ in .task { .fetched(await fetch()) } }))
    case .fetched(let amount):
      newState.count += amount
      return (newState, .none)
    case .fetch:
      return (newState, .none)
    }
  }
  let plain = PlainCounter()
  return Comparison(
    "effect round trip, burst of one action",
    limit: 3,
    switchLimit: 0.1,
    operations: 20_000,
    rounds: 9
  ) { count in
    store.send(.add(count))
    await store.settle()
  } raw: { count in
    await rawBurst(count, plain)
  }
}

/// Starting effects under names until so many run, cancelling each, and waiting until all have ended.
@MainActor
func startAndCancel(live: Int, limit: Double) -> Comparison {
  let gate = Gate()
  let store = Store<Counter, String>(initialState: Counter()) { state, id in
    (state, .cancellable({ try await gate.suspendUntilCancelled() }, EffectID(id)))
  }
  let ids = (0..<live).map { "effect-\($0)" }
  return Comparison("start and cancel, \(live) live", limit: limit, operations: live, isSized: true, rounds: 7) {
    count in
    for id in ids.prefix(count) { store.send(id) }
    await gate.waitUntilRunning(count)
    for id in ids.prefix(count) { store.cancel(EffectID(id)) }
    await gate.waitUntilRunning(0)
  } raw: { count in
    var tasks: [String: Task<String, any Error>] = [:]
    for id in ids.prefix(count) { tasks[id] = Task { @concurrent in try await gate.suspendUntilCancelled() } }
    await gate.waitUntilRunning(count)
    for id in ids.prefix(count) { tasks.removeValue(forKey: id)?.cancel() }
    await gate.waitUntilRunning(0)
  }
}

/// Effects of a child ten levels down and the actions they send, against those of a store of its own.
@MainActor
func liftedLaunch() -> Comparison {
  let lifted = makeTenLevelStore()
  let plain = makeCounterStore()
  let action = tenLevelAction(.fetch)
  return Comparison("effect ten levels deep, burst, against none", limit: 16, operations: 20_000, rounds: 9) { count in
    for _ in 0..<count { lifted.send(action) }
    await lifted.settle()
  } raw: { count in
    for _ in 0..<count { plain.send(.fetch) }
    await plain.settle()
  }
}

@concurrent
func fetch() async -> Int { 1 }

@concurrent
private func fetch(_ mark: Remains.Mark) async -> Int { withExtendedLifetime(mark) { 1 } }

/// A task that runs in the pool and writes its result on the main actor.
@MainActor
private func rawTrip(_ plain: PlainCounter) -> Task<Void, Never> {
  Task { @concurrent in
    let amount = await fetch()
    await MainActor.run { plain.count += amount }
  }
}

/// So many of them at a time.
@MainActor
private func rawBurst(_ count: Int, _ plain: PlainCounter) async {
  var tasks: [Task<Void, Never>] = []
  tasks.reserveCapacity(count)
  for _ in 0..<count { tasks.append(rawTrip(plain)) }
  for task in tasks { await task.value }
}

/// Two operations one after the other, against one raw round trip.
@MainActor
func sequence() -> Comparison {
  let store = Store<Counter, CounterAction>(initialState: Counter()) { state, action in
    var newState = state
    switch action {
    case .add(let amount), .fetched(let amount):
      newState.count += amount
      return (newState, .none)
    case .fetch:
      return (newState, .sequence([.task { .fetched(await fetch()) }, .task { .fetched(await fetch()) }]))
    }
  }
  let plain = PlainCounter()
  return Comparison("a sequence of two, against one raw trip", limit: 2.4, operations: 3_000) { count in
    for _ in 0..<count { await store.send(.fetch).value }
  } raw: { count in
    for _ in 0..<count { await rawTrip(plain).value }
  }
}

/// Effects of one name that replace each other in a burst, until none is left, against tasks in a dictionary.
@MainActor
func restart() -> Comparison {
  let remains = Remains()
  let store = Store<Counter, CounterAction>(initialState: Counter()) { state, _ in
    (state, .cancellable({ [mark = remains.mark()] in .fetched(try await untilCancelled(mark)) }, "one"))
  }
  return Comparison("restart one name, burst", limit: 1.3, operations: 10_000, rounds: 9) { count in
    for _ in 0..<count { store.send(.fetch) }
    store.cancel("one")
    await remains.waitUntilNone()
  } raw: { count in
    var tasks: [String: Task<Int, any Error>] = [:]
    for _ in 0..<count {
      tasks.removeValue(forKey: "one")?.cancel()
      tasks["one"] = Task { @concurrent [mark = remains.mark()] in try await untilCancelled(mark) }
    }
    tasks.removeValue(forKey: "one")?.cancel()
    await remains.waitUntilNone()
  }
}

@concurrent
private func untilCancelled(_ mark: Remains.Mark) async throws -> Int {
  try Task.checkCancellation()
  try await Task.sleep(for: .seconds(3_600))
  return withExtendedLifetime(mark) { 1 }
}

/// Keystrokes that each begin the wait anew, against a task that sleeps and is replaced.
@MainActor
func debounce() -> Comparison {
  let remains = Remains()
  let store = Store<Counter, CounterAction>(initialState: Counter()) { state, _ in
    let fetching = Effect<CounterAction>.task { [mark = remains.mark()] in
      .fetched(await fetch(mark))
    }
    return (state, fetching.debounce(id: "keys", for: .seconds(3_600)))
  }
  return Comparison("debounce, a burst of keystrokes", limit: 3, operations: 2_000, rounds: 9) { count in
    for _ in 0..<count { store.send(.fetch) }
    store.cancel("keys")
    await remains.waitUntilNone()
  } raw: { count in
    var last: Task<Int, any Error>?
    for _ in 0..<count {
      last?.cancel()
      last = Task { @concurrent [mark = remains.mark()] in
        try await Task.sleep(for: .seconds(3_600))
        return await fetch(mark)
      }
    }
    last?.cancel()
    last = nil
    await remains.waitUntilNone()
  }
}

/// A burst of effects of one name by a policy, against a task for each: all at once, or one after the other.
@MainActor
func policyBurst(_ title: String, _ policy: LaunchPolicy, isSerial: Bool, limit: Double) -> Comparison {
  let store = Store<Counter, CounterAction>(initialState: Counter()) { state, action in
    var newState = state
    switch action {
    case .add(let amount), .fetched(let amount):
      newState.count += amount
      return (newState, .none)
    case .fetch:
      return (newState, .cancellable({ .fetched(await fetch()) }, "one").policy(policy))
    }
  }
  let plain = PlainCounter()
  return Comparison("policy: \(title), burst", limit: limit, operations: 10_000, rounds: 7) { count in
    for _ in 0..<count { store.send(.fetch) }
    await store.settle()
  } raw: { count in
    if isSerial {
      for _ in 0..<count { await rawTrip(plain).value }
    } else {
      await rawBurst(count, plain)
    }
  }
}

/// A burst of effects of one name of which the newest four live, against an array of four tasks.
@MainActor
func newestWins() -> Comparison {
  let remains = Remains()
  let store = Store<Counter, CounterAction>(initialState: Counter()) { state, action in
    guard case .fetched(let amount) = action else {
      let fetching = Effect<CounterAction>.cancellable(
        { [mark = remains.mark()] in .fetched(await fetch(mark)) },
        "one"
      )
      return (state, fetching.policy(.atMost(4, .newestWins)))
    }
    return (Counter(count: state.count + amount), .none)
  }
  let plain = PlainCounter()
  return Comparison("policy: at most 4, newest wins, burst", limit: 3.5, operations: 10_000, rounds: 7) { count in
    for _ in 0..<count { store.send(.fetch) }
    await remains.waitUntilNone()
  } raw: { count in
    var newest: [Task<Void, Never>] = []
    for _ in 0..<count {
      if newest.count == 4 { newest.removeFirst().cancel() }
      newest.append(
        Task { @concurrent [mark = remains.mark()] in
          let amount = await fetch(mark)
          await MainActor.run {
            if !Task.isCancelled { plain.count += amount }
          }
        }
      )
    }
    newest = []
    await remains.waitUntilNone()
  }
}
