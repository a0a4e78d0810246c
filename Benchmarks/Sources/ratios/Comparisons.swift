import ElmEngine
import Observation
import OpenCombine

@MainActor
func comparisons() -> [Comparison] {
  [
    sendAgainstSubject(), observedSend(), sendAndRead(), awaitHandle(), roundTrip(), awaitedRoundTrip(), burst(),
    stream(),
    largeState(),
    startAndCancel(live: 10_000, limit: 1.5), startAndCancel(live: 100_000, limit: 1.5),
    enqueue(threads: 1), enqueue(threads: 2), enqueue(threads: 8),
    liftedSend(), liftedLaunch(),
  ] + featureComparisons() + effectViewComparisons() + reduxComparisons()
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

/// A send and a read of the state, against a plain observable object.
@MainActor
func sendAndRead() -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  // Used on the main actor only.
  nonisolated(unsafe) var sum = 0
  return Comparison("send and read", limit: 0.7, operations: 200_000) { count in
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
  return Comparison("await the handle of a synchronous action", limit: 0.02, operations: 5_000) { count in
    for _ in 0..<count { await store.send(.add(1)).value }
  } raw: { count in
    for _ in 0..<count { await Task { plain.count += 1 }.value }
  }
}

@concurrent
func fetch() async -> Int { 1 }

/// An effect that runs in the pool and lands on the main actor, where the next one is started.
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
    for _ in 0..<count {
      await Task { @concurrent in
        let amount = await fetch()
        await MainActor.run { plain.count += amount }
      }.value
    }
  }
}

/// The same in a burst: all are started, then all are waited for.
@MainActor
func burst() -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  return Comparison("effect round trip, burst", limit: 1.6, operations: 20_000, rounds: 9) { count in
    for _ in 0..<count { store.send(.fetch) }
    await store.settle()
  } raw: { count in
    var tasks: [Task<Void, Never>] = []
    tasks.reserveCapacity(count)
    for _ in 0..<count {
      tasks.append(
        Task { @concurrent in
          let amount = await fetch()
          await MainActor.run { plain.count += amount }
        }
      )
    }
    for task in tasks { await task.value }
  }
}

func numbers(_ count: Int) -> AsyncStream<CounterAction> {
  AsyncStream { continuation in
    for _ in 0..<count { continuation.yield(.add(1)) }
    continuation.finish()
  }
}

/// A buffered element that becomes an action, against the same stream consumed in the pool.
@MainActor
func stream() -> Comparison {
  let store = Store<Counter, CounterAction?>(initialState: Counter()) { state, action in
    var newState = state
    switch action {
    case .add(let amount)?: newState.count += amount
    default: return (newState, .stream(StreamOfOptionals(base: numbers(20_000)), id: "numbers"))
    }
    return (newState, .none)
  }
  return Comparison("stream element", limit: 2, operations: 20_000, rounds: 9) { _ in
    await store.send(nil).value
  } raw: { count in
    let stream = numbers(count)
    _ = await Task { @concurrent in
      var counter = Counter()
      for await action in stream {
        if case .add(let amount) = action { counter.count += amount }
      }
      return counter.count
    }.value
  }
}

/// The elements of a stream as optionals, without a closure for each.
struct StreamOfOptionals: AsyncSequence, Sendable {
  let base: AsyncStream<CounterAction>

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: AsyncStream<CounterAction>.AsyncIterator

    mutating func next(isolation actor: isolated (any Actor)?) async -> CounterAction?? {
      await base.next(isolation: actor).map(Optional.some)
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: base.makeAsyncIterator())
  }
}

/// A change inside a large array, against one inside a small array.
@MainActor
func largeState() -> Comparison {
  let large = makeTableStore(rows: 100_000)
  let small = makeTableStore(rows: 10)
  return Comparison("send, 100,000 rows against 10", limit: 1.3, operations: 100_000) { count in
    for index in 0..<count { large.send(index % 10) }
  } raw: { count in
    for index in 0..<count { small.send(index % 10) }
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
  return Comparison("start and cancel, \(live) live", limit: limit, operations: live, rounds: 7) { _ in
    for id in ids { store.send(id) }
    await gate.waitUntilRunning(live)
    for id in ids { store.cancel(EffectID(id)) }
    await gate.waitUntilRunning(0)
  } raw: { _ in
    var tasks: [String: Task<String, any Error>] = [:]
    for id in ids { tasks[id] = Task { @concurrent in try await gate.suspendUntilCancelled() } }
    await gate.waitUntilRunning(live)
    for id in ids { tasks.removeValue(forKey: id)?.cancel() }
    await gate.waitUntilRunning(0)
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
  return Comparison("send, an observer that does nothing", limit: 2.6, operations: 200_000) { count in
    for _ in 0..<count { observed.send(.add(1)) }
  } raw: { count in
    for _ in 0..<count { store.send(.add(1)) }
  }
}

/// Actions enqueued off the main actor by so many tasks, against a task for each action.
@MainActor
func enqueue(threads: Int) -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  return Comparison("enqueue from \(threads), against a task for each", limit: 1, operations: 40_000, rounds: 9) {
    count in
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<threads {
        group.addTask { @concurrent in
          for _ in 0..<count / threads { store.enqueue(.add(1)) }
        }
      }
    }
    await store.settle()
  } raw: { count in
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<threads {
        group.addTask { @concurrent in
          var last: Task<Void, Never>?
          for _ in 0..<count / threads { last = Task { @MainActor in plain.count += 1 } }
          await last?.value
        }
      }
    }
  }
}

/// A synchronous action for a child ten levels down, against one for a store of its own.
@MainActor
func liftedSend() -> Comparison {
  let lifted = makeTenLevelStore()
  let plain = makeCounterStore()
  let action = tenLevelAction(.add(1))
  return Comparison("send through ten levels, against none", limit: 14, operations: 200_000) { count in
    for _ in 0..<count { lifted.send(action) }
  } raw: { count in
    for _ in 0..<count { plain.send(.add(1)) }
  }
}

/// Effects of a child ten levels down and the actions they send, against those of a store of its own.
@MainActor
func liftedLaunch() -> Comparison {
  let lifted = makeTenLevelStore()
  let plain = makeCounterStore()
  let action = tenLevelAction(.fetch)
  return Comparison("effect ten levels deep, burst, against none", limit: 8, operations: 20_000, rounds: 9) { count in
    for _ in 0..<count { lifted.send(action) }
    await lifted.settle()
  } raw: { count in
    for _ in 0..<count { plain.send(.fetch) }
    await plain.settle()
  }
}
