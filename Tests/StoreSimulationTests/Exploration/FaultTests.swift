import ElmEngine
import StoreCore
import StoreSimulation
import Synchronization
import Testing
import _StoreTestSupport

/// The faults of effects by a plan.
@MainActor
@Suite struct FaultTests {
  private struct NoNetwork: Error {}

  /// The outcome of a store's effect `load`.
  private struct Outcome: Equatable {
    var handled: [String] = []
    var time = 0
    var isRunning = false
    /// How often the operation ran.
    var count = 0
  }

  private func play(
    _ faults: FaultPlan,
    isTraced: Bool = true,
    _ change: (Effect<String>) -> Effect<String> = { $0 }
  ) async -> (Outcome, [String]) {
    let bench = TestBench(faults: faults, isTraced: isTraced)
    let count = Atomic(0)
    let clock = bench.clock
    let load = change(
      .cancellable(
        {
          count.add(1, ordering: .relaxed)
          return "loaded"
        },
        "load"
      )
    )
    .catch { "failed \($0)" }
    let store = Store<Outcome, String>(initialState: Outcome(), options: bench.options) { state, action in
      if action == "load" { return load }
      state.handled.append(action)
      state.time = Int(clock.now.offset / .milliseconds(1))
      return .none
    }
    store.send("load")
    await bench.clock.runUntilIdle()
    var outcome = store.state
    outcome.isRunning = store.isTaskRunning(id: "load")
    outcome.count = count.load(ordering: .relaxed)
    store.send("still there")
    if store.state.handled.last != "still there" { outcome.handled.append("store gone") }
    return (outcome, bench.trace)
  }

  /// Two rows, each with an effect `load` that is called `rows/0/load` and `rows/1/load` in its store.
  private func failedRows(_ faults: FaultPlan, time: SeededTime = .exact) async -> (failed: [Int], missing: Int) {
    let bench = TestBench(time: time, faults: faults)
    let store = ScriptStore(options: bench.options) { (action: Int) -> EffectProgram<Int> in
      guard action < 10 else { return .none }
      let load = EffectProgram<Int>.run(EffectOptions(id: "load")) { _ in }.catch { _ in .emit(action + 10) }
      return load.scoped(to: EffectScope("rows").appending(action))
    }
    for row in [0, 1, 0, 1] { await store.send(row).value }
    return (store.state.filter { $0 >= 10 }.map { $0 - 10 }, bench.missingFaults.count)
  }

  @Test func `a fault that is given for the end of a name comes in every scope, and one for the whole name in one`()
    async
  {
    #expect(await failedRows(FaultPlan(["load#1": .fails])) == ([0, 1], 0))
    #expect(await failedRows(FaultPlan(["load#2": .fails])) == ([0, 1], 0))
    #expect(await failedRows(FaultPlan(["rows/1/load#1": .fails])) == ([1], 0))
    #expect(await failedRows(FaultPlan(["1/load#1": .fails])) == ([1], 0))
    // The longest name counts.
    #expect(await failedRows(FaultPlan(["load#1": .fails, "rows/1/load#1": .slow(.zero)])) == ([0], 0))
    // It is not a part of a word.
    #expect(await failedRows(FaultPlan(["oad#1": .fails])) == ([], 1))
  }

  @Test func `seeded faults and latencies are given for the end of a name too`() async {
    func doubts(_ name: String) async -> [String] {
      await exploreSchedules(
        seeds: 0..<3,
        time: .exact.effect(name, 0.5...1),
        faults: .seeded([.answersTwice], of: [name])
      ) { bench in
        let store = ScriptStore(options: bench.options) { (action: Int) -> EffectProgram<Int> in
          guard action == 0 else { return .none }
          return .task(EffectOptions(id: "load")) { 1 }.scoped(to: EffectScope("rows").appending(3))
        }
        store.send(0)
        await store.settle()
        // It is late.
        try #require(store.state == [0])
        await bench.clock.runUntilIdle()
        try #require(store.state.count > 1)
      }
      .doubts
    }
    #expect(await doubts("load").isEmpty)
    #expect(await doubts("rows/3/load").isEmpty)
  }

  @Test func `without a fault an effect runs as written`() async {
    #expect(await play(.none).0 == Outcome(handled: ["loaded"], count: 1))
  }

  @Test func `an effect fails, with an error of the app's`() async {
    let (outcome, trace) = await play(FaultPlan(["load#1": .fails]))
    #expect(outcome == Outcome(handled: ["failed load#1 failed, as planned."], count: 0))
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 fails") })
    let plan = FaultPlan(["load#1": .fails]).throwing { _ in NoNetwork() }
    #expect(await play(plan).0.handled == ["failed NoNetwork()"])
  }

  @Test func `an effect does its work and fails, and a retry does the work again`() async {
    let plan = FaultPlan(["load#1": .failsAfterwards])
    #expect(await play(plan).0 == Outcome(handled: ["failed load#1 failed, as planned."], count: 1))
    let (outcome, trace) = await play(plan) { $0.retry(RetryPolicy(attempts: 2, delay: .seconds(1))) }
    #expect(outcome == Outcome(handled: ["loaded"], time: 1_000, count: 2))
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 does its work, and fails") })
    let second = FaultPlan(["load#1": .fails, "load#1.2": .fails])
    let retried = await play(second) { $0.retry(RetryPolicy(attempts: 3, delay: .seconds(1))) }.0
    #expect(retried.handled == ["loaded"])
    #expect(retried.count == 1)
  }

  @Test func `an effect is slow, and a timeout ends it`() async {
    let plan = FaultPlan(["load#1": .slow(.seconds(3))])
    #expect(await play(plan).0 == Outcome(handled: ["loaded"], time: 3_000, count: 1))
    let (outcome, trace) = await play(plan) { $0.timeout(after: .seconds(1)) }
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 begins 3000ms late") })
    #expect(outcome == Outcome(handled: ["failed The effect did not end within 1.0 seconds."], time: 1_000, count: 0))
  }

  @Test func `an effect is cancelled, and no error handler is called`() async {
    let (outcome, trace) = await play(FaultPlan(["load#1": .cancelled]))
    #expect(outcome == Outcome(count: 0))
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 is cancelled") })
    #expect(trace.contains { $0.hasSuffix("effect load was cancelled by an interceptor, because of effect load") })
    #expect(await play(FaultPlan(["load#1": .cancelled])) { $0.onCancel { "cancelled" } }.0.handled == ["cancelled"])
  }

  @Test func `an effect never answers`() async {
    let (outcome, trace) = await play(FaultPlan(["load#1": .neverAnswers]))
    #expect(outcome == Outcome(isRunning: true, count: 1))
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 never answers") })
  }

  @Test func `an effect answers twice`() async {
    let (outcome, trace) = await play(FaultPlan(["load#1": .answersTwice]))
    #expect(outcome == Outcome(handled: ["loaded", "loaded"], count: 1))
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 answers twice") })
  }

  @Test func `the last action of an effect that sends comes twice`() async {
    let bench = TestBench(faults: FaultPlan(["start#1": .answersTwice]))
    let store = Store<[Int], String>(initialState: [], options: bench.options) { state, action in
      if action == "start" {
        return .run { send in
          send("1")
          send("2")
        }
      }
      state.append(Int(action) ?? 0)
      return .none
    }
    store.send("start")
    await store.settle()
    #expect(store.state == [1, 2, 2])
  }

  @Test func `the sent action of an effect that also returns one comes twice`() async {
    let bench = TestBench(faults: FaultPlan(["load#1": .answersTwice]))
    let store = Store<[String], String>(initialState: [], options: bench.options) { state, action in
      if action == "start" {
        return .program(
          .taskOnMainActor(EffectOptions(id: "load")) { send in
            send("sent")
            return "returned"
          }
        )
      }
      state.append(action)
      return .none
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["sent", "sent", "returned"])
  }

  /// The handled actions of an effect that sends 1 to 3, and whether it failed.
  private func sent(
    _ fault: Fault,
    _ operation: @escaping @Sendable (Send<String>) async throws -> Void
  ) async -> [String] {
    let bench = TestBench(faults: FaultPlan(["start#1": fault]))
    let store = Store<[String], String>(initialState: [], options: bench.options) { state, action in
      if action == "start" { return .program(.run { try await operation($0) }.catch { _ in .emit("failed") }) }
      state.append(action)
      return .none
    }
    store.send("start")
    await bench.clock.runUntilIdle()
    return store.state
  }

  @Test func `the last action of an effect that sends can be lost`() async {
    let sends: @Sendable (Send<String>) async throws -> Void = { send in
      for number in 1...3 { send("\(number)") }
    }
    #expect(await sent(.failsAfterwards, sends) == ["1", "2", "failed"])
    #expect(await sent(.neverAnswers, sends) == ["1", "2"])
    #expect(await sent(.endsLate(.seconds(1)), sends) == ["1", "2", "3"])
  }

  @Test func `an action that an effect waits for or sends synchronously is not lost`() async {
    #expect(await sent(.failsAfterwards) { send in await send.perform("1") } == ["1", "failed"])
    #expect(
      await sent(.failsAfterwards) { send in
        send("1")
        await send.perform("2")
      } == ["1", "2", "failed"]
    )
    // Nor is it sent twice: it is awaited once.
    #expect(await sent(.answersTwice) { send in await send.perform("1") } == ["1"])
    #expect(
      await sent(.answersTwice) { send in
        send("1")
        await send.perform("2")
        await send.perform("3")
      } == ["1", "2", "3"]
    )
    let synchronous: @Sendable (Send<String>) async throws -> Void = { send in
      send("1")
      await MainActor.run { _ = send.send("2") }
    }
    #expect(await sent(.neverAnswers, synchronous) == ["1", "2"])
  }

  @Test func `an effect that is no stream ends early without an answer, and what it sent is still late`() async {
    let bench = TestBench(replaying: [
      .fault(.streamEnds(after: .seconds(2)), of: "start#1"), .late(.send(1), of: "start#1", by: .seconds(1)),
    ])
    let clock = bench.clock
    let store = Store<[String], String>(initialState: [], options: bench.options) { state, action in
      guard action == "start" else {
        state.append("\(action) at \(clock.now.offset / .seconds(1))")
        return .none
      }
      return .run { send in
        send("begun")
        try await clock.sleep(for: .seconds(5))
        send("done")
      }
    }
    store.send("start")
    await clock.runUntilIdle()
    #expect(store.state == ["begun at 1.0"])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `an effect that ends early and ignores that it is cancelled has an answer`() async {
    let bench = TestBench(faults: FaultPlan(["start#1": .streamEnds(after: .seconds(2))]))
    let clock = bench.clock
    let store = Store<[String], String>(initialState: [], options: bench.options) { state, action in
      guard action == "start" else {
        state.append("\(action) at \(clock.now.offset / .seconds(1))")
        return .none
      }
      return .task {
        try? await clock.sleep(for: .seconds(5))
        return "answer"
      }
    }
    store.send("start")
    await clock.runUntilIdle()
    #expect(store.state == ["answer at 2.0"])
  }

  @Test func `the last element of a stream comes twice`() async {
    let bench = TestBench(faults: FaultPlan(["ticks#1": .answersTwice]))
    let store = Store<[Int], Int>(initialState: [], options: bench.options) { state, action in
      if action > 0 { state.append(action) }
      guard action == 0 else { return .none }
      let (ticks, source) = AsyncStream.makeStream(of: Int.self)
      for tick in 1...3 { source.yield(tick) }
      source.finish()
      return .program(.stream(ticks, EffectOptions(id: "ticks")))
    }
    store.send(0)
    await bench.clock.runUntilIdle()
    #expect(store.state == [1, 2, 3, 3])
  }

  @Test func `an effect ends late`() async {
    let (outcome, trace) = await play(FaultPlan(["load#1": .endsLate(.seconds(2))]))
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 ends 2000ms late") })
    #expect(outcome == Outcome(handled: ["loaded"], time: 2_000, count: 1))
  }

  @Test func `the store is stopped`() async {
    let (outcome, trace) = await play(FaultPlan(["load#1": .storeEnds]))
    #expect(outcome == Outcome(handled: ["store gone"], count: 0))
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 loses its store") })
  }

  /// The ways to give a store a stream of four numbers, a second apart.
  enum Source: CaseIterable {
    /// The numbers come whether they are requested or not.
    case pushed
    /// Each is made when it is requested.
    case pulled
    /// The stream is made when the effect begins.
    case made
    /// The same, with a limit to its rate, which they keep.
    case limited
    /// The effect sends them.
    case sent
  }

  private func play(_ fault: Fault?, from source: Source, count: Int = 4) async -> ([String], trace: [String]) {
    let bench = TestBench(faults: FaultPlan(fault.map { ["ticks#1": $0] } ?? [:]))
    let clock = bench.clock
    let options = EffectOptions(id: "ticks")
    let pulled: @Sendable () -> AsyncStream<Int> = {
      let next = Atomic(0)
      return AsyncStream {
        try? await clock.sleep(for: .seconds(1))
        let tick = next.add(1, ordering: .relaxed).newValue
        return Task.isCancelled || tick > count ? nil : tick
      }
    }
    let store = Store<[String], Int>(initialState: [], options: bench.options) { state, action in
      guard action == 0 else {
        state.append("\(action) at \(clock.now.offset / .seconds(1))")
        return .none
      }
      switch source {
      case .pushed:
        let (ticks, source) = AsyncStream.makeStream(of: Int.self)
        return .merge([
          .program(.stream(ticks, options)),
          .run { _ in
            for tick in 1...count {
              try await clock.sleep(for: .seconds(1))
              source.yield(tick)
            }
            source.finish()
          },
        ])
      case .pulled: return .program(.stream(pulled(), options))
      case .made: return .program(.stream(options) { pulled() })
      case .limited: return .program(.stream(options, rate: .throttle(for: .milliseconds(1))) { pulled() })
      case .sent:
        return .program(
          .run(options) { send in
            for tick in 1...count {
              try await clock.sleep(for: .seconds(1))
              send(tick)
            }
          }
        )
      }
    }
    store.send(0)
    await clock.runUntilIdle()
    #expect(!store.isTaskRunning(id: "ticks"))
    return (store.state, bench.trace)
  }

  @Test(arguments: Source.allCases)
  func `a stream bursts: its elements are held back, and come all at once`(source: Source) async {
    #expect(await play(nil, from: source).0 == ["1 at 1.0", "2 at 2.0", "3 at 3.0", "4 at 4.0"])
    let (ticks, trace) = await play(.bursts(after: .milliseconds(3_500)), from: source)
    #expect(ticks == ["1 at 3.5", "2 at 3.5", "3 at 3.5", "4 at 4.0"])
    #expect(
      trace.contains { $0.hasSuffix("simulated: ticks#1 holds back what it sends, and bursts after 3500ms") }
    )
    // One that comes at the time of the burst comes after the others.
    #expect(
      await play(.bursts(after: .seconds(3)), from: source).0 == ["1 at 3.0", "2 at 3.0", "3 at 3.0", "4 at 4.0"]
    )
    // The end waits for the burst.
    #expect(
      await play(.bursts(after: .seconds(9)), from: source).0 == ["1 at 9.0", "2 at 9.0", "3 at 9.0", "4 at 9.0"]
    )
  }

  @Test func `a burst is no larger than the number of elements that may wait`() async {
    let (ticks, trace) = await play(.bursts(after: .seconds(1_000)), from: .pulled, count: 400)
    #expect(ticks.count == 400)
    let capacity = StreamLimits.capacity
    #expect(ticks[0] == "1 at \(capacity).0")
    #expect(ticks[capacity - 1] == "\(capacity) at \(capacity).0")
    #expect(ticks[capacity] == "\(capacity + 1) at \(capacity + 1).0")
    // Its end waited for the time of the burst.
    #expect(trace.contains { $0.hasPrefix("401000ms  effect ticks finished") })
  }

  @Test func `a seed has a stream burst, and the reduced run is a test with the burst`() async throws {
    let exploration = await exploreSchedules(
      seeds: 0..<200,
      faults: .seeded([.bursts(after: .seconds(5)), .streamEnds(after: .seconds(5))])
    ) { bench in
      let clock = bench.clock
      let store = Store<[Duration], Int>(initialState: [], options: bench.options) { state, action in
        if action > 0 {
          state.append(clock.now.offset)
          return .none
        }
        return .program(
          .stream(EffectOptions(id: "ticks")) {
            AsyncStream {
              try? await clock.sleep(for: .seconds(1))
              return clock.now.offset < .seconds(4) ? 1 : nil
            }
          }
        )
      }
      bench.always(store, "one at a time") { times in Set(times).count == times.count }
      await bench.step("starts") { store.send(0) }
    }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.story.first == "1. at 0ms: starts")
    #expect(shrunk.story.last?.hasPrefix("2. at 0ms: ticks#1 holds back what it sends, and bursts after ") == true)
    #expect(shrunk.code.contains(".fault(.bursts(after: .seconds("))
  }

  @Test(arguments: [Source.pushed, .made])
  func `a stream ends early, or begins late`(source: Source) async {
    let (ended, trace) = await play(.streamEnds(after: .milliseconds(2_500)), from: source)
    #expect(ended == ["1 at 1.0", "2 at 2.0"])
    #expect(trace.contains { $0.hasSuffix("simulated: ticks#1 ends after 2500ms") })
    let late = await play(.slow(.milliseconds(2_500)), from: source).0
    // Elements that come unrequested have waited.
    #expect(
      late
        == (source == .pushed
          ? ["1 at 2.5", "2 at 2.5", "3 at 3.0", "4 at 4.0"] : ["1 at 3.5", "2 at 4.5", "3 at 5.5", "4 at 6.5"])
    )
  }

  @Test func `a replay has only the faults of its list, and the plan's error`() async {
    let plan = FaultPlan(["load#1": .fails]).throwing { _ in NoNetwork() }
    func play(_ deviations: [Deviation]) async -> [String] {
      let bench = TestBench(replaying: deviations, faults: plan)
      let store = Store<[String], String>(initialState: [], options: bench.options) { state, action in
        if action == "load" { return .cancellable({ "loaded" }, "load").catch { "\($0)" } }
        state.append(action)
        return .none
      }
      store.send("load")
      await store.settle()
      return store.state
    }
    #expect(await play([]) == ["loaded"])
    #expect(await play([.fault(.fails, of: "load#1")]) == ["NoNetwork()"])
  }

  @Test func `only the launch and the attempt that are named have the fault`() async {
    let bench = TestBench(faults: FaultPlan(["load#2": .fails]))
    let store = Store<[String], String>(initialState: [], options: bench.options) { state, action in
      guard action == "load" else {
        state.append(action)
        return .none
      }
      return .cancellable({ "loaded" }, "load").catch { _ in "failed" }
    }
    for _ in 1...3 {
      store.send("load")
      await store.settle()
    }
    #expect(store.state == ["loaded", "failed", "loaded"])
  }

  private nonisolated static let seededPlans: [(FaultPlan, Set<Deviation>)] = [
    (
      .seeded([.fails, .answersTwice], of: ["load"]),
      [.fault(.fails, of: "load#1"), .fault(.answersTwice, of: "load#1")]
    ),
    (
      .seeded([.fails], of: ["load"]).adding([.answersTwice], of: ["save"]),
      [.fault(.fails, of: "load#1"), .fault(.answersTwice, of: "save#1")]
    ),
    (
      .seeded([.fails], of: ["load"]).adding([.answersTwice]),
      [.fault(.fails, of: "load#1"), .fault(.answersTwice, of: "load#1"), .fault(.answersTwice, of: "save#1")]
    ),
  ]

  @Test(arguments: seededPlans)
  func `a seed chooses among the faults, for the effects that are named`(plan: FaultPlan, all: Set<Deviation>) async {
    var faults: Set<Deviation> = []
    for seed in 0..<100 as Range<UInt64> {
      let bench = TestBench(seed: seed, faults: plan)
      let store = Store<Int, String>(initialState: 0, options: bench.options) { state, action in
        guard action == "start" else { return .none }
        return .merge([
          .cancellable({ "loaded" }, "load").catch { _ in "failed" }, .cancellable({ "saved" }, "save"),
        ])
      }
      store.send("start")
      await store.settle()
      for case .fault(let fault, let effect) in bench.deviations { faults.insert(.fault(fault, of: effect)) }
    }
    #expect(faults == all)
  }
}
