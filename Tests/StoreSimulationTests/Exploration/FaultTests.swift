import ElmEngine
import StoreSimulation
import Synchronization
import Testing

/// The faults of effects by a plan.
@MainActor
@Suite struct FaultTests {
  private struct NoNetwork: Error {}

  /// What a store's effect `load` has come to.
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
    return (outcome, bench.trace.lines)
  }

  @Test func `without a fault an effect does what it says`() async {
    #expect(await play(.none).0 == Outcome(handled: ["loaded"], count: 1))
  }

  @Test func `an effect fails, with an error of the app's`() async {
    let (outcome, trace) = await play(FaultPlan(["load#1": .fails]))
    #expect(outcome == Outcome(handled: ["failed load#1 failed, as planned."], count: 0))
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 fails") })
    let plan = FaultPlan(["load#1": .fails]).throwing { _ in NoNetwork() }
    #expect(await play(plan).0.handled == ["failed NoNetwork()"])
  }

  @Test func `an effect does its work and fails, and a retry does it once more`() async {
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
    let (outcome, _) = await play(plan) { $0.timeout(after: .seconds(1)) }
    #expect(outcome == Outcome(handled: ["failed The effect did not end within 1.0 seconds."], time: 1_000, count: 0))
  }

  @Test func `an effect is cancelled, which no error handler hears of`() async {
    let (outcome, trace) = await play(FaultPlan(["load#1": .cancelled]))
    #expect(outcome == Outcome(count: 0))
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 is cancelled") })
    #expect(trace.contains { $0.hasSuffix("effect load ended, cancelled") })
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

  @Test func `an effect that sends has its last action come twice`() async {
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

  @Test func `an effect ends late`() async {
    let (outcome, _) = await play(FaultPlan(["load#1": .endsLate(.seconds(2))]))
    #expect(outcome == Outcome(handled: ["loaded"], time: 2_000, count: 1))
  }

  @Test func `the store goes`() async {
    let (outcome, trace) = await play(FaultPlan(["load#1": .storeEnds]))
    #expect(outcome == Outcome(handled: ["store gone"], count: 0))
    #expect(trace.contains { $0.hasSuffix("simulated: load#1 loses its store") })
  }

  @Test func `a stream ends early, or begins late and comes in a burst`() async {
    func play(_ fault: Fault) async -> [String] {
      let bench = TestBench(faults: FaultPlan(["ticks#1": fault]))
      let clock = bench.clock
      let store = Store<[String], Int>(initialState: [], options: bench.options) { state, action in
        guard action == 0 else {
          state.append("\(action) at \(clock.now.offset / .seconds(1))")
          return .none
        }
        let (ticks, source) = AsyncStream.makeStream(of: Int.self)
        return .merge([
          .program(.stream(ticks, EffectOptions(id: "ticks"))),
          .run { _ in
            for tick in 1...4 {
              try await clock.sleep(for: .seconds(1))
              source.yield(tick)
            }
            source.finish()
          },
        ])
      }
      store.send(0)
      await clock.runUntilIdle()
      #expect(!store.isTaskRunning(id: "ticks"))
      return store.state
    }
    #expect(await play(.streamEnds(after: .milliseconds(2_500))) == ["1 at 1.0", "2 at 2.0"])
    #expect(await play(.slow(.milliseconds(2_500))) == ["1 at 2.5", "2 at 2.5", "3 at 3.0", "4 at 4.0"])
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

  @Test func `a seed chooses what goes wrong, with the effects that are named`() async {
    var faults: Set<Deviation> = []
    for seed in 0..<100 as Range<UInt64> {
      let bench = TestBench(seed: seed, faults: .seeded([.fails, .answersTwice], of: ["load"]))
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
    #expect(faults == [.fault(.fails, of: "load#1"), .fault(.answersTwice, of: "load#1")])
  }
}
