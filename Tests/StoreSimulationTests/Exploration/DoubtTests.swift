import ElmEngine
import ReduxBridge
import StoreSimulation
import Testing

/// Explorations and comparisons that agree and prove nothing.
@MainActor
@Suite struct DoubtTests {
  private typealias Store = ElmEngine.Store

  private let called = "What was launched is called 'load'."

  @MainActor
  private static func reduce(state: Int, number: Int) -> (Int, Effect<Int>) {
    number > 0 ? (state, .cancellable({ 0 }, "load")) : (state + 1, .none)
  }

  private func play(_ bench: TestBench) async -> Int {
    let store = Store(initialState: 0, options: bench.options, reduce: Self.reduce)
    await bench.step("loads") { store.send(1) }
    await bench.clock.runUntilIdle()
    return store.state
  }

  // MARK: Schedules

  @Test func `without seeds an exploration does not agree`() async {
    let exploration = await exploreSchedules(seeds: 0..<0) { await play($0) }
    #expect(!exploration.agrees)
    #expect(exploration.doubts == ["No schedule was tried: there are no seeds."])
  }

  @Test func `an exploration whose test makes no store on its bench does not agree`() async {
    let exploration = await exploreSchedules(seeds: 0..<3) { _ in
      let store = Store(initialState: 0, reduce: Self.reduce)
      store.send(0)
      return store.state
    }
    #expect(!exploration.agrees)
    #expect(
      exploration.description
        == "All 3 schedules came to the same. No run has made a store with the options of its bench: nothing was chosen."
    )
  }

  @Test func `an effect that is named and never launched is reported`() async {
    func doubts(_ time: SeededTime, _ faults: FaultPlan = .none) async -> [String] {
      await exploreSchedules(seeds: 0..<3, time: time, faults: faults) { await play($0) }.doubts
    }
    #expect(await doubts(.exact.effect("load", 0...1)).isEmpty)
    #expect(await doubts(.exact.effect("laod", 0...1)) == ["No effect was launched that is called 'laod'.", called])
    #expect(
      await doubts(.exact.effect("laod", 0...1), .seeded([.answersTwice], of: ["lod"]))
        == ["No effect was launched that is called 'laod'.", "No effect was launched that is called 'lod'.", called]
    )
  }

  // The plain runs, which have no faults, counted as having had them.
  @Test func `a written fault that never comes is reported by a test with random choices too`() async {
    let exploration = await exploreSchedules(seeds: 0..<3, faults: FaultPlan(["laod#1": .fails])) { bench in
      _ = bench.random.next()
      return await play(bench)
    }
    #expect(exploration.missingFaults == ["laod#1"])
    #expect(exploration.doubts == ["The fault of 'laod#1' never came.", called])
  }

  @Test func `effects that are not on the bench are reported, because they cannot be late`() async {
    let exploration = await exploreSchedules(seeds: 0..<3, time: .latency(0...2)) { bench in
      let options = StoreOptions(executor: bench.executor, clock: bench.clock)
      let store = Store(initialState: 0, options: options, reduce: Self.reduce)
      store.send(1)
      await bench.clock.runUntilIdle()
      return store.state
    }
    let doubt = "No effect was launched, with the options of its bench, that could be late or go wrong."
    #expect(exploration.doubts == [doubt])
  }

  // It was in doubt.
  @Test func `a corrected feature that has no effect any more agrees`() async {
    let exploration = await exploreSchedules(seeds: 0..<3, time: .latency(0...2), faults: .seeded([.fails])) { bench in
      Store(initialState: 0, options: bench.options, reduce: Self.reduce).state
    }
    #expect(exploration.agrees, "\(exploration)")
  }

  private struct Loader: FeatureType {
    let clock: TestClock

    func reduce(into count: inout Int, action: Int) async {
      try? await clock.sleep(for: .seconds(1))
      count += action
    }
  }

  @Test func `a handler that suspends is work that cannot be late`() async {
    let exploration = await exploreSchedules(seeds: 0..<3, time: .latency(0...2)) { bench in
      let feature = Loader(clock: bench.clock)
      let store = ReduxBridge.Store(feature: feature, initialState: 0, options: bench.options)
      store.send(1)
      await bench.clock.runUntilIdle()
      return store.state
    }
    let doubt = "No effect was launched, with the options of its bench, that could be late or go wrong."
    #expect(exploration.doubts == [doubt])
  }

  @Test func `an exploration that is cancelled before it begins does not agree`() async {
    let play = play
    let exploration = await Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      return await exploreSchedules(seeds: 0..<3) { await play($0) }
    }.value
    #expect(!exploration.agrees)
    #expect(exploration.doubts == ["No schedule was tried: the task was cancelled."])
  }

  // It agreed.
  @Test func `a replay in a cancelled task proves nothing`() async {
    let play = play
    let replay = await Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      return await replaySchedule([.late(.end, of: "load#1", by: .seconds(1))]) { await play($0) }
    }.value
    #expect(!replay.agrees)
    #expect(replay.doubts == ["The task was cancelled: its runs prove nothing."])
  }

  @Test(arguments: [
    Deviation.skipped(step: 9), .part(7, at: 1000), .mainActor(1000), .stepFirst(99), .fault(.fails, of: "load#7"),
  ])
  func `a replay in which no deviation occurs is reported`(deviation: Deviation) async {
    let replay = await replaySchedule([deviation]) { await play($0) }
    #expect(!replay.agrees)
    let doubt = "Nothing of what was to be different has come: the run was the plain one."
    #expect(replay.doubts == [doubt])
    let withoutEffects = await replaySchedule([deviation]) { bench in
      Store(initialState: 0, options: bench.options, reduce: Self.reduce).state
    }
    #expect(withoutEffects.doubts.count == 1)
    let comparison = await compareEngines(
      loading,
      on: [engine("elm") { $0 }, engine("other") { $0 }],
      replaying: [EngineDeviation(deviation, of: "elm")]
    )
    #expect(comparison.doubts == [doubt])
  }

  @Test func `a replay that names an unknown effect is reported`() async {
    func replay(_ effect: SimulatedEffect) async -> ScheduleExploration<Int> {
      await replaySchedule([.late(.end, of: effect, by: .seconds(1))]) { await play($0) }
    }
    #expect(await replay("load#1").agrees)
    #expect(await replay("laod#1").doubts == ["No effect was launched that is called 'laod'.", called])
  }

  @Test func `a run that fails leaves no doubt`() async {
    struct Broken: Error {}
    let replay = await replaySchedule([.late(.end, of: "laod#1", by: .seconds(1))]) { _ in throw Broken() }
    #expect(replay.failure != nil && replay.doubts.isEmpty)
    let exploration = await exploreSchedules(seeds: 0..<3, shrinks: false) { _ in throw Broken() }
    #expect(exploration.failure != nil && exploration.doubts.isEmpty)
  }

  // MARK: Engines

  private final class Box: Equatable {
    var count = 0
    static func == (first: Box, second: Box) -> Bool { first.count == second.count }
  }

  private let scenario = Scenario("counting", steps: [.at(.zero, 0), .at(.seconds(1), 0)])

  private func engine<Value: Equatable>(
    _ name: String,
    options: @escaping @MainActor (StoreOptions) -> StoreOptions = { $0 },
    observe: @escaping @MainActor (Int) -> Value
  ) -> ComparedEngine<Int, Value> {
    ComparedEngine(name) {
      Store(initialState: 0, options: options($0), reduce: Self.reduce)
    } perform: {
      $0.send($1)
    } observe: {
      observe($0)
    }
  }

  @Test func `a comparison of no engine, or of two with one name, does not agree`() async {
    let none = await compareEngines(scenario, on: [ComparedEngine<Int, Int>]())
    #expect(!none.agrees)
    #expect(none.description == "The comparison on 'counting' proves nothing. No engine was compared.")
    let twins = await compareEngines(scenario, on: [engine("elm") { $0 }, engine("elm") { $0 }])
    #expect(!twins.agrees)
    #expect(twins.doubts == ["Two engines are called 'elm'."])
    #expect(await compareEngines(scenario, on: [engine("elm") { $0 }, engine("other") { $0 }]).agrees)
  }

  @Test func `a store that is not on the bench is reported`() async {
    let comparison = await compareEngines(
      scenario,
      on: [engine("elm") { $0 }, engine("other", options: { _ in StoreOptions() }) { $0 }]
    )
    #expect(!comparison.agrees)
    #expect(comparison.doubts == ["The store of other was made without the options of its bench."])
    let searched = await compareEngines(
      scenario,
      on: [engine("elm", options: { _ in StoreOptions() }) { $0 }, engine("other") { $0 }],
      seeds: 0..<3
    )
    #expect(searched?.doubts.count == 1)
  }

  @Test func `a scenario without steps proves nothing`() async {
    let engines = [engine("elm") { $0 }, engine("other") { $0 }]
    let comparison = await compareEngines(Scenario<Int>("nothing", steps: []), on: engines)
    #expect(!comparison.agrees)
    #expect(comparison.doubts == ["The scenario has no steps."])
  }

  @Test func `engines that are compared without seeds do not agree`() async {
    let comparison = await compareEngines(scenario, on: [engine("elm") { $0 }], seeds: 0..<0)
    #expect(comparison?.agrees == false)
    #expect(comparison?.doubts == ["No schedule was tried: there are no seeds."])
    let engines = [engine("elm") { $0 }, engine("other") { $0 }]
    #expect(await compareEngines(loading, on: engines, seeds: 0..<3, time: .latency(0...1)) == nil)
  }

  /// Loads at the second step only.
  private let loading = Scenario("loading", steps: [.at(.zero, 0), .at(.seconds(1), 1)])

  @Test func `an effect that engines have not launched is reported`() async {
    func doubts(_ time: SeededTime, _ faults: FaultPlan = .none) async -> [String]? {
      let engines = [engine("elm") { $0 }, engine("other") { $0 }]
      let searched = await compareEngines(loading, on: engines, seeds: 0..<3, time: time, faults: faults)
      let single = await compareEngines(loading, on: engines, seed: 1, time: time, faults: faults)
      #expect(searched?.doubts ?? [] == single.doubts)
      #expect(searched?.agrees ?? true == single.agrees)
      return searched?.doubts
    }
    #expect(await doubts(.exact.effect("load", 0...1), FaultPlan(["load#1": .answersTwice])) == nil)
    #expect(await doubts(.exact.effect("laod", 0...1)) == ["No effect was launched that is called 'laod'.", called])
    #expect(
      await doubts(.exact, .seeded([.answersTwice], of: ["lod"]))
        == ["No effect was launched that is called 'lod'.", called]
    )
    #expect(
      await doubts(.exact, FaultPlan(["load#2": .answersTwice])) == ["The fault of 'load#2' never came.", called]
    )
  }

  // The engines agreed, without a latency or a fault.
  @Test func `latencies and faults by a seed that is missing are reported`() async {
    func play(_ time: SeededTime, _ faults: FaultPlan = .none, seed: UInt64? = nil) async -> EngineComparison<Int> {
      let engines = [engine("elm") { $0 }, engine("other") { $0 }]
      return await compareEngines(loading, on: engines, seed: seed, time: time, faults: faults)
    }
    let doubt = "Latencies within bounds and seeded faults come by a seed, and none was given: pass 'seed:'."
    #expect(await play(.latency(0...2)).doubts == [doubt])
    #expect(await play(.exact.effect("load", 1...2)).doubts == [doubt])
    #expect(await play(.exact, .seeded([.answersTwice])).doubts == [doubt])
    #expect(await play(.latency(0...2), .seeded([.answersTwice]), seed: 1).agrees)
    // These come without a seed, too.
    #expect(await play(.latency(1...1), FaultPlan(["load#1": .answersTwice])).agrees)
  }

  @Test func `an effect that is named has to be launched for one seed only`() async {
    // The effect is launched for odd random numbers only.
    func engine(_ name: String) -> ComparedEngine<Int, Int> {
      ComparedEngine(named: name) { bench in
        (store: Store(initialState: 0, options: bench.options, reduce: Self.reduce), number: bench.random.next() & 1)
      } perform: {
        $0.store.send($1 * Int($0.number))
      } observe: { _ in
        0
      }
    }
    let (engines, time) = ([engine("elm"), engine("other")], SeededTime.exact.effect("load", 0...1))
    #expect(await compareEngines(loading, on: engines, seeds: 0..<8, time: time) == nil)
  }

  @Test func `a deviation of an effect that engines have not launched is reported`() async {
    func replay(_ effect: SimulatedEffect) async -> EngineComparison<Int> {
      await compareEngines(
        loading,
        on: [engine("elm") { $0 }, engine("other") { $0 }],
        replaying: [EngineDeviation(.late(.end, of: effect, by: .seconds(1)))]
      )
    }
    #expect(await replay("load#1").agrees)
    #expect(await replay("laod#1").doubts == ["No effect was launched that is called 'laod'.", called])
  }

  // It was left out without a word, as another deviation came.
  @Test func `a deviation of an engine that is not compared is reported`() async {
    let comparison = await compareEngines(
      loading,
      on: [engine("redux") { $0 }, engine("other") { $0 }],
      replaying: [
        EngineDeviation(.late(.end, of: "load#1", by: .seconds(1))), EngineDeviation(.mainActor(1), of: "elm"),
      ]
    )
    #expect(!comparison.agrees)
    #expect(comparison.doubts == ["No engine is called 'elm'; the engines are redux, other."])
  }

  @Test func `observing an object is reported, also inside another value`() async {
    let box = Box()
    let comparison = await compareEngines(scenario, on: [engine("elm") { _ in box }, engine("other") { _ in box }])
    #expect(!comparison.agrees)
    #expect(
      comparison.doubts
        == ["A 'Box' is observed, an object, which is the same after each step: observe a value of it."]
    )
    let doubt = "Objects of 'Box' are observed, which are the same after each step: observe values of them."
    let lists = [engine("elm") { _ in [box] }, engine("other") { _ in [box] }]
    #expect(await compareEngines(scenario, on: lists).doubts == [doubt])
    let optionals = [engine("elm") { _ in Optional(box) }, engine("other") { _ in Optional(box) }]
    #expect(await compareEngines(scenario, on: optionals).doubts == [doubt])
  }
}
