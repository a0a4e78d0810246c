import StoreCore
import StoreSimulation
import _StoreTestSupport

/// One run of twelve effects of one kind, whose order comes from a seed.
@MainActor
struct RepeatableRun {
  let kind: Kind
  let seed: UInt64

  /// Everything that happened and was chosen, in order.
  func lines() async -> [String] {
    let bench = TestBench(seed: seed, time: .exact)
    let kind = kind
    let mark = EffectMark()
    switch kind {
    case .asynchronousHandler:
      let store = SuspendingStore(options: bench.options) { (action: Int) in
        action > 0 ? kind.program(action, bench.clock, mark) : .none
      }
      return await play(store, bench)
    case .sequentialStore:
      let store = ScriptStore(options: bench.options, ordering: .sequential) { (action: Int) in
        action > 0 ? kind.program(action, bench.clock, mark) : .none
      }
      return await play(store, bench)
    default:
      let store = ScriptStore(options: bench.options) { (action: Int) in
        action > 0 ? kind.program(action, bench.clock, mark) : .none
      }
      return await play(store, bench)
    }
  }

  private func play<Store: StoreEngine>(_ store: Store, _ bench: TestBench) async -> [String]
  where Store.Action == Int, Store.State == [Int] {
    for number in 1...12 {
      if number.isMultiple(of: 4) { await store.settle() }
      if number.isMultiple(of: 3) { store.enqueue(number) } else { store.send(number) }
    }
    await store.settle()
    await bench.clock.advance(by: .milliseconds(25))
    store.cancel(.id(1))
    await bench.clock.runUntilIdle()
    await store.settle()
    return bench.trace + ["\(store.state)"]
  }

  /// A digest of the lines of each run, of all kinds by all seeds; the kinds run concurrently.
  static func digests(seeds: Range<UInt64>) async -> [Kind: [UInt64]] {
    let runs = Kind.allCases.map { kind in
      Task { @MainActor in
        var digests: [UInt64] = []
        for seed in seeds { digests.append(digest(of: await RepeatableRun(kind: kind, seed: seed).lines())) }
        return digests
      }
    }
    var digests: [Kind: [UInt64]] = [:]
    for (kind, run) in zip(Kind.allCases, runs) { digests[kind] = await run.value }
    return digests
  }

  /// The hash of Fowler, Noll and Vo, which is the same in each process.
  private static func digest(of lines: [String]) -> UInt64 {
    lines.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension RepeatableRun {
  struct Failure: Error {}

  /// Every kind of effect, and every modifier.
  enum Kind: String, CaseIterable, Sendable {
    case task, taskOnMainActor, run, mainActor, mainActorThatSleeps, perform, performOnMainActor, sendOnMainActor
    case emit, called, deferred, sequenceOfTwo, sequenceOfMixed, merge, nested, caught, cancels
    case finishedStream, madeStream, debouncedStream, throttledStream, throttledStreamLeading, throttledStreamTrailing
    case replace, concurrent, keepRunning, queue, oldestFirst, newestFirst, atMostWaiting
    case cancellable, namedSequence, queuedSequence, onCancel, priority, delay, debounce, debouncedSequence
    case throttleLeading, throttleTrailing, throttleBoth, throttleTrailingKeepingFirst, throttleBothKeepingFirst
    case throttledSequence, timeout, timeoutThatFires, retry, timer, poll, map, scoped, mark
    case sequentialStore, asynchronousHandler

    /// What an action causes; the effects send negative ones.
    func program(_ number: Int, _ clock: TestClock, _ mark: EffectMark) -> EffectProgram<Int> {
      let id = number % 3
      let nap = Duration.milliseconds(number % 4 * 10)
      let task = EffectProgram<Int>.task { -number }
      let napping = EffectProgram<Int>.task {
        try await clock.sleep(for: nap)
        return -number
      }
      let sends = EffectProgram<Int>.run { send in
        for part in 1...3 {
          send(-100 * part - number)
          await pause()
        }
      }
      /// Endless work, until it is cancelled by its name.
      func untilLater(_ program: EffectProgram<Int>) -> EffectProgram<Int> {
        .merge([
          program, .sequence([napping, .task { -100 - number }.delay(for: .milliseconds(20)), .cancel(.id(id))]),
        ])
      }
      func named(_ policy: LaunchPolicy) -> EffectProgram<Int> {
        .task(EffectOptions(id: id, policy: policy)) {
          await pause()
          try await clock.sleep(for: nap)
          return -number
        }
      }
      switch self {
      case .task: return task
      case .taskOnMainActor:
        return .taskOnMainActor { _ in
          try await clock.sleep(for: nap)
          return -number
        }
      case .run: return sends
      case .mainActor:
        return .runOnMainActor { send in
          send(-number)
          await Task { @MainActor in }.value
          send.send(-100 - number)
        }
      case .mainActorThatSleeps:
        return .runOnMainActor { send in
          for part in 1...2 {
            try await clock.sleep(for: nap)
            send(-100 * part - number)
          }
        }
      case .perform:
        return .run { send in
          await send.perform(-number)
          await send.perform(-100 - number)
        }
      case .performOnMainActor:
        return .runOnMainActor { send in
          await send.perform(-number)
          await pause()
          await send.perform(-100 - number)
        }
      case .sendOnMainActor:
        return .runOnMainActor { send in _ = await send.send(-number).tree }
      case .emit: return .merge([.emit(-number), task])
      case .called: return .merge([.emit { -number }, task])
      case .deferred: return .deferred { .merge([task, .emit(-100 - number)]) }
      case .sequenceOfTwo: return .sequence([task, .task { -100 - number }])
      case .sequenceOfMixed: return .sequence([task, sends, .emit(-number), napping])
      case .merge: return .merge([task, sends, napping])
      case .nested: return .sequence([.merge([task, .sequence([napping, task])]), .merge([sends, task])])
      case .caught: return EffectProgram<Int>.task { throw Failure() }.catch { _ in .merge([.emit(-number), task]) }
      case .cancels: return .merge([named(.concurrent), .sequence([napping, .cancel(.id(id)), task])])
      case .finishedStream: return .stream(stream(number))
      case .madeStream: return .stream { stream(number) }
      case .debouncedStream: return .stream(stream(number), rate: .debounce(for: nap))
      case .throttledStream: return .stream(stream(number), rate: .throttle(for: .milliseconds(5)))
      case .throttledStreamLeading:
        return .stream(stream(number), rate: .throttle(for: .milliseconds(5), edges: .leading))
      case .throttledStreamTrailing:
        return .stream(stream(number), rate: .throttle(for: .milliseconds(5), edges: .trailing))
      case .replace: return named(.replace)
      case .concurrent: return named(.concurrent)
      case .keepRunning: return named(.keepRunning)
      case .queue: return named(.queue(limit: 3))
      case .oldestFirst: return named(.atMost(2, .oldestFirst))
      case .newestFirst: return named(.atMost(2, .newestWins))
      case .atMostWaiting: return named(.atMost(2, waiting: 1))
      case .cancellable: return napping.cancellable(id: id, cancelInFlight: number.isMultiple(of: 2))
      case .namedSequence: return .sequence([napping, task, sends]).cancellable(id: id)
      case .queuedSequence:
        return .sequence([napping, task, sends]).cancellable(id: id).policy(.queue(limit: 2))
      case .onCancel: return named(.replace).onCancel { -1_000 - number }
      case .priority: return .task(EffectOptions(priority: number.isMultiple(of: 2) ? .high : .low)) { -number }
      case .delay: return sends.delay(for: nap)
      case .debounce: return task.debounce(id: id, for: .milliseconds(10))
      case .debouncedSequence: return EffectProgram.sequence([task, sends]).debounce(id: id, for: .milliseconds(10))
      case .throttleLeading: return task.throttle(id: id, for: .milliseconds(10), edges: .leading)
      case .throttleTrailing: return task.throttle(id: id, for: .milliseconds(10), edges: .trailing)
      case .throttleBoth: return task.throttle(id: id, for: .milliseconds(10), edges: .both)
      case .throttleTrailingKeepingFirst:
        return task.throttle(id: id, for: .milliseconds(10), edges: .trailingKeepingFirst)
      case .throttleBothKeepingFirst:
        return task.throttle(id: id, for: .milliseconds(10), edges: .bothKeepingFirst)
      case .throttledSequence: return EffectProgram.sequence([task, sends]).throttle(id: id, for: .milliseconds(10))
      case .timeout: return sends.timeout(after: .seconds(1))
      case .timeoutThatFires:
        return EffectProgram<Int>.task { try await untilCancelled() }.timeout(after: nap).catch { _ in .emit(-number) }
      case .retry:
        let attempts = Counter()
        return EffectProgram<Int>.task {
          attempts.add()
          if attempts.value < 3 { throw Failure() }
          return -number
        }
        .retry(RetryPolicy(attempts: 3, delay: .milliseconds(number)))
      case .timer: return untilLater(.timer(every: .milliseconds(7), id: id) { -number })
      case .poll:
        return untilLater(
          .poll(every: .milliseconds(7), id: id) {
            await pause()
            return -number
          }
        )
      case .map: return EffectProgram.sequence([.merge([task, sends]), napping]).map { $0 - 1_000 }
      case .scoped: return EffectProgram.merge([named(.replace), named(.concurrent), sends]).scoped(to: number % 2)
      case .mark:
        return number.isMultiple(of: 3)
          ? .sequence([napping, .cancel(.marked(by: mark)), task])
          : EffectProgram.sequence([napping, task]).marked(by: mark)
      case .sequentialStore: return .merge([task, .run { await $0.perform(-100 - number) }])
      case .asynchronousHandler: return .merge([task, sends])
      }
    }
  }
}

/// Holds five elements and has finished.
@Sendable
private func stream(_ number: Int) -> AsyncStream<Int> {
  AsyncStream { continuation in
    for part in 1...5 { continuation.yield(-100 * part - number) }
    continuation.finish()
  }
}

/// Suspends once, visibly to the caller's executor.
private func pause() async {
  await withTaskGroup { $0.addTask {} }
}
