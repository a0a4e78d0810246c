import Dispatch
import ElmEngine

/// Elements of streams that become actions.
@MainActor
func streamComparisons() -> [Comparison] {
  [stream("prefilled", limit: 1.5, make: numbers), stream("live producer", limit: 1.3, make: liveNumbers)]
}

/// The same with effects on the main thread, where nothing runs beside them: how many elements one turn finds is the same
/// each time, all that the buffer holds or one.
@MainActor
package func streamsOnMainThread() -> [Comparison] {
  var options = StoreOptions()
  options.executor = MainThreadExecutor()
  return [
    stream("prefilled, on one thread", limit: 1.5, options: options, make: numbers),
    stream("alone, on one thread", limit: 1.3, options: options, make: askedNumbers),
  ]
}

/// Runs its jobs on the main thread, between those of the main actor.
private final class MainThreadExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A stream that holds all its elements already.
@Sendable
func numbers(_ count: Int) -> AsyncStream<CounterAction> {
  AsyncStream { continuation in
    for _ in 0..<count { continuation.yield(.add(1)) }
    continuation.finish()
  }
}

/// A stream whose elements come while it is consumed.
@Sendable
func liveNumbers(_ count: Int) -> AsyncStream<CounterAction> {
  let (stream, continuation) = AsyncStream.makeStream(of: CounterAction.self)
  Task.detached {
    for _ in 0..<count { continuation.yield(.add(1)) }
    continuation.finish()
  }
  return stream
}

/// A stream that asks the main actor for each element.
@Sendable
private func askedNumbers(_ count: Int) -> AsyncStream<CounterAction> {
  let source = NumberSource(count: count)
  return AsyncStream { await source.next() }
}

@MainActor
private final class NumberSource {
  private var left: Int

  nonisolated init(count: Int) {
    left = count
  }

  func next() -> CounterAction? {
    guard left > 0 else { return nil }
    left -= 1
    return .add(1)
  }
}

/// An element that becomes an action, against the same stream consumed in the pool.
@MainActor
private func stream(
  _ title: String,
  limit: Double,
  options: StoreOptions = StoreOptions(),
  make: @escaping @Sendable (Int) -> AsyncStream<CounterAction>
) -> Comparison {
  let store = Store<Counter, CounterAction>(initialState: Counter(), options: options) { state, action in
    var newState = state
    switch action {
    case .add(let amount): newState.count += amount
    case .fetch: break
    case .fetched(let count): return (newState, .stream(make(count), id: "numbers"))
    }
    return (newState, .none)
  }
  return Comparison("stream element, \(title)", limit: limit, operations: 200_000, rounds: 7) { count in
    await store.send(.fetched(count)).value
  } raw: { count in
    let stream = make(count)
    _ = await Task { @concurrent in
      var counter = Counter()
      for await action in stream {
        if case .add(let amount) = action { counter.count += amount }
      }
      return counter.count
    }.value
  }
}
