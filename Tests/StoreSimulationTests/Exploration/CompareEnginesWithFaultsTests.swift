#if Exhaustive
import ElmEngine
import ReduxBridge
import StoreSimulation
import Testing
import _StoreTestSupport

/// One scenario on several engines, with latencies and faults.
@MainActor
@Suite struct CompareEnginesWithFaultsTests {
  private enum Action: Sendable {
    case load(Int)
    case loaded(Int)
    case failed
  }

  private struct Loader: FeatureType {
    func reduce(into state: inout [Int], action: Action) async {
      switch action {
      case .load: break
      case .loaded(let number): state.append(number)
      case .failed: state.append(0)
      }
    }

    func effect(of action: Action, state: [Int]) -> EffectProgram<Action> {
      guard case .load(let number) = action else { return .none }
      return .task(EffectOptions(id: "load", policy: .concurrent)) { .loaded(number) }.catch { _ in .emit(.failed) }
    }
  }

  private var redux: ComparedEngine<Int, [Int]> {
    ComparedEngine(
      "redux",
      makeStore: { ReduxBridge.Store(feature: Loader(), initialState: [], options: $0) },
      perform: { $0.send(.load($1)) },
      observe: \.self
    )
  }

  /// The same on another engine, which may lack the action for an error.
  private func elm(forgetsErrors: Bool) -> ComparedEngine<Int, [Int]> {
    ComparedEngine(
      "elm",
      makeStore: { makeElmStore($0, forgetsErrors: forgetsErrors) },
      perform: { $0.send(.load($1)) },
      observe: \.self
    )
  }

  private func makeElmStore(_ options: StoreOptions, forgetsErrors: Bool) -> ElmEngine.Store<[Int], Action> {
    var options = options
    options.onError = { _, _ in }
    return ElmEngine.Store(initialState: [], options: options) { (state: inout [Int], action: Action) in
      switch action {
      case .load(let number):
        let options = EffectOptions(id: "load", policy: .concurrent)
        let load = Effect<Action>.program(.task(options) { .loaded(number) })
        return forgetsErrors ? load : load.catch { _ in .failed }
      case .loaded(let number):
        state.append(number)
        return .none
      case .failed:
        state.append(0)
        return .none
      }
    }
  }

  private let scenario = Scenario("loading", steps: (1...4).map { .at(.milliseconds($0 * 500), $0) })

  @Test func `engines have the same latencies and the same faults`() async {
    let comparison = await compareEngines(
      scenario,
      on: [elm(forgetsErrors: false), redux],
      seeds: 0..<100,
      time: .latency(0...3),
      faults: .seeded([.fails, .failsAfterwards, .cancelled, .neverAnswers])
    )
    #expect(comparison == nil, "\(String(describing: comparison))")
  }

  @Test func `a fault that one engine does not handle is found, and the deviations are reduced to it`() async throws {
    let engines = [elm(forgetsErrors: true), redux]
    let comparison = try #require(
      await compareEngines(
        scenario,
        on: engines,
        seeds: 0..<100,
        time: .latency(0...3),
        faults: .seeded([.fails]),
        shrinks: true
      )
    )
    #expect(comparison.deviations.filter { !$0.deviation.description.contains("left out") }.count == 1)
    #expect(comparison.deviations.contains(EngineDeviation(.fault(.fails, of: "load#1"))))
    let faults = FaultPlan(["load#2": .fails])
    let again = await compareEngines(scenario, on: engines, replaying: comparison.deviations, faults: faults)
    #expect(again.deviations == comparison.deviations)
    #expect(!again.agrees)
    let plain = await compareEngines(scenario, on: engines, replaying: [])
    #expect(plain.agrees)
  }

  @Test func `the search for new orders continues from runs that had one`() async {
    func runs(_ search: SearchStrategy) async -> [[Deviation]] {
      var runs: [[Deviation]] = []
      let engine = ComparedEngine<Int, Int>(named: "redux") {
        (bench: TestBench) -> (store: ReduxBridge.Store<Loader>, bench: TestBench) in
        let store = ReduxBridge.Store(feature: Loader(), initialState: [], options: bench.options)
        bench.always(store, "anything") { _ in true }
        return (store: store, bench: bench)
      } perform: {
        $0.store.send(.load($1))
      } observe: {
        runs.append($0.bench.deviations)
        return 0
      }
      _ = await compareEngines(scenario, on: [engine], seeds: 0..<20, time: .latency(0...3), search: search)
      return runs
    }
    let found = await runs(.newOrders)
    #expect(found != (await runs(.fewChanges)))
    #expect(found == (await runs(.newOrders)))
  }

  @Test(arguments: [false, true])
  func `a schedule that does not diverge without its seed is reported as it was`(shrinks: Bool) async throws {
    let plays = Counter()
    // Diverges in the first play and, as that is played once more, in the last.
    let odd = ComparedEngine<Int, Bool>(named: "odd") { bench in
      plays.add()
      return plays.value == 1 || bench.seed != nil
    } perform: { _, _ in
    } observe: {
      $0
    }
    let steady = ComparedEngine<Int, Bool>(
      named: "steady",
      player: { _ in false },
      perform: { _, _ in },
      observe: { $0 }
    )
    let found = await compareEngines(scenario, on: [steady, odd], seeds: 7..<9, shrinks: shrinks)
    let comparison = try #require(found)
    #expect(comparison.seed == 7)
    #expect(!comparison.agrees)
    #expect(!comparison.description.contains("To reproduce it without a seed"))
  }

  /// The same engine with a property.
  private func elm(always limit: Int, finally count: Int) -> ComparedEngine<Int, [Int]> {
    ComparedEngine(named: "elm") { bench -> ElmEngine.Store<[Int], Action> in
      let store = makeElmStore(bench.options, forgetsErrors: false)
      bench.always(store, "few numbers") { $0.count <= limit }
      bench.finally(store, "all numbers") { $0.count == count }
      return store
    } perform: { store, number in
      store.send(.load(number))
    } observe: {
      $0.state
    }
  }

  @Test func `a property that is broken on one engine fails the comparison`() async throws {
    #expect((await compareEngines(scenario, on: [elm(always: 4, finally: 4), redux])).agrees)
    let broken = await compareEngines(scenario, on: [redux, elm(always: 2, finally: 4)])
    #expect(!broken.agrees)
    #expect(broken.divergence == nil)
    #expect(broken.runs[1].brokenProperty?.property == "few numbers")
    #expect(broken.description.hasPrefix("On elm, in 'loading', 'few numbers' was broken by the action loaded(3), at "))
    let atEnd = await compareEngines(scenario, on: [redux, elm(always: 4, finally: 5)])
    #expect(atEnd.runs.map(\.brokenProperty?.property) == [nil, "all numbers"])
  }

  @Test func `a broken property is searched for with seeds, and reduced to its cause`() async throws {
    let found = await compareEngines(
      scenario,
      on: [redux, elm(always: 4, finally: 4)],
      seeds: 0..<100,
      faults: .seeded([.cancelled, .answersTwice])
    )
    let comparison = try #require(found)
    #expect(comparison.divergence == nil)
    #expect(comparison.deviations.count == 1)
    #expect(comparison.story.count == 5)
  }

  @Test func `a player's random numbers stay while a comparison is reduced, and are in its test`() async throws {
    func engine(_ name: String, isOdd: Bool) -> ComparedEngine<Int, Bool> {
      ComparedEngine(named: name) { (bench: TestBench) -> (store: ElmEngine.Store<[Int], Action>, isOdd: Bool) in
        let number = Int.random(in: 0..<1_000_000, using: &bench.random)
        return (store: makeElmStore(bench.options, forgetsErrors: false), isOdd: isOdd && number.isMultiple(of: 7))
      } perform: { _, _ in
      } observe: {
        $0.isOdd
      }
    }
    let engines = [engine("steady", isOdd: false), engine("odd", isOdd: true)]
    let comparison = try #require(await compareEngines(scenario, on: engines, seeds: 1..<100))
    let seed = try #require(comparison.seed)
    #expect(comparison.deviations.map(\.deviation) == (1...4).map { .skipped(step: $0) })
    #expect(comparison.code.contains("    ],\n    random: \(seed)\n  )\n"))
    #expect(!(await compareEngines(scenario, on: engines, replaying: comparison.deviations, random: seed)).agrees)
  }

  @Test func `a comparison is not reduced to another divergence`() async throws {
    @MainActor final class Count {
      var value = 0
      var hasEnded = false
    }
    func engine(_ name: String, differs: @escaping @MainActor (Int) -> Bool) -> ComparedEngine<Int, Bool> {
      ComparedEngine(named: name) { _ in
        Count()
      } perform: { count, _ in
        count.value += 1
      } end: {
        $0.hasEnded = true
      } observe: {
        $0.hasEnded && differs($0.value)
      }
    }
    // With all steps the third differs, and with fewer the second.
    let engines = [
      engine("first") { _ in false }, engine("second") { $0 < 3 }, engine("third") { $0 == 3 },
    ]
    let steps = Scenario("steps", steps: [.at(.zero, 0), .at(.zero, 1), .at(.zero, 2)], end: .seconds(1))
    let comparison = try #require(await compareEngines(steps, on: engines, seeds: 0..<1))
    #expect(comparison.divergence?.groups == [["first", "second"], ["third"]])
    #expect(comparison.deviations.isEmpty)
  }

  // The story was that of the first engine alone, which had no fault.
  @Test func `a fault that only another engine has is part of the story`() async throws {
    func engine(_ name: String, _ id: EffectID) -> ComparedEngine<Int, Int> {
      ComparedEngine(name) { options -> ElmEngine.Store<Int, Int> in
        var options = options
        options.onError = { _, _ in }
        return ElmEngine.Store(initialState: 0, options: options) { state, action in
          action > 0 ? (state, .cancellable({ 0 }, id)) : (state + 1, .none)
        }
      } perform: {
        $0.send($1)
      } observe: {
        $0
      }
    }
    let comparison = try #require(
      await compareEngines(
        scenario,
        on: [engine("elm", "load"), engine("other", "fetch"), engine("third", "fetch")],
        seeds: 0..<100,
        time: .exact.effect("load", 0...1),
        faults: .seeded([.fails], of: ["fetch"])
      )
    )
    #expect(comparison.story.count == 2, "\(comparison)")
    #expect(comparison.story.last == "2. on other, fetch#1 fails")
  }
}
#endif
