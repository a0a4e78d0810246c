import ElmEngine
import StoreSimulation
import Testing

/// Explorations and comparisons that have tried nothing, or not everything, and so prove nothing.
@MainActor
@Suite struct NothingTriedTests {
  private func store(_ options: StoreOptions) -> Store<[String], String> {
    Store(initialState: [], options: options) { (words: inout [String], word: String) -> Effect<String> in
      words.append(word)
      return word == "load" ? .merge([.task { "a" }, .task { "b" }]) : word == "one" ? .task { "a" } : .none
    }
  }

  // MARK: Schedules

  private static let oneSchedule = """
    There was one schedule: no run had anything to choose, and nothing that could be late or go wrong.
    """

  @Test func `a test that returns before an effect has run has tried one schedule`() async {
    func explore(settles: Bool) async -> ScheduleExploration<Int> {
      await exploreSchedules(seeds: 0..<20, time: .exact) { bench in
        let store = store(bench.options)
        store.send("load")
        if settles { await store.settle() }
        return store.state.count
      }
    }
    let forgotten = await explore(settles: false)
    #expect(!forgotten.agrees)
    #expect(forgotten.description == "All 20 schedules came to the same. \(Self.oneSchedule)")
    #expect(await explore(settles: true).agrees)
  }

  @Test func `a test without effects has nothing to try`() async {
    func explore(_ word: @escaping @MainActor (TestBench) -> String) async -> ScheduleExploration<Int> {
      await exploreSchedules(seeds: 0..<20) { bench in
        let store = store(bench.options)
        store.send(word(bench))
        await store.settle()
        return store.state.count
      }
    }
    #expect(await explore { _ in "word" }.agrees)
    #expect(await explore { "\(Int.random(in: 0...9, using: &$0.random))" }.agrees)
  }

  @Test func `a written fault makes a schedule of its own`() async {
    let exploration = await exploreSchedules(seeds: 0..<3, faults: FaultPlan(["load#1": .answersTwice])) { bench in
      let store = Store(initialState: 0, options: bench.options) { (state: inout Int, isLoad: Bool) -> Effect<Bool> in
        state += 1
        return isLoad ? .cancellable({ false }, "load") : .none
      }
      store.send(true)
      await store.settle()
      return store.state
    }
    #expect(exploration.agrees, "\(exploration)")
  }

  @Test func `an exploration that is cancelled after its last seed has tried all seeds`() async {
    let task = CancellableTask()
    let exploration = await task.run { @MainActor in
      await exploreSchedules(seeds: 0..<3) {
        if $0 == 3 { task.cancel() }
      } _: { bench in
        let store = store(bench.options)
        store.send("load")
        await store.settle()
        return store.state.count
      }
    }
    #expect(exploration.agrees, "\(exploration)")
  }

  // MARK: Engines

  private let scenario = Scenario("words", steps: [.at(.zero, "a"), .at(.seconds(1), "b")])

  private func engine(_ name: String, holds property: String? = nil) -> ComparedEngine<String, [String]> {
    ComparedEngine(named: name) { (bench: TestBench) -> Store<[String], String> in
      let store = store(bench.options)
      if let property { bench.always(store, property) { _ in true } }
      return store
    } perform: {
      $0.send($1)
    } observe: {
      $0.state
    }
  }

  @Test func `comparing one engine without a property is reported`() async {
    let doubt = "Only one engine was played, and no property was given."
    let comparison = await compareEngines(scenario, on: [engine("elm")])
    #expect(!comparison.agrees)
    #expect(comparison.doubts == [doubt])
    #expect(await compareEngines(scenario, on: [engine("elm")], seeds: 0..<20)?.doubts == [doubt])
    #expect(await compareEngines(scenario, on: [engine("elm", holds: "anything")]).agrees)
    #expect(await compareEngines(scenario, on: [engine("elm"), engine("other")]).agrees)
  }

  /// A player that does not use its bench.
  private func player(_ name: String) -> ComparedEngine<String, [String]> {
    ComparedEngine(named: name) { _ in
      (store: store(StoreOptions()), isPlayer: true)
    } perform: {
      $0.store.send($1)
    } observe: {
      $0.store.state
    }
  }

  @Test func `players that all ignore their benches are reported, and a model next to an engine is not`() async {
    let doubt = "No engine has made a store with the options of its bench."
    let comparison = await compareEngines(scenario, on: [player("a"), player("b")])
    #expect(!comparison.agrees)
    #expect(comparison.doubts == [doubt])
    #expect(await compareEngines(scenario, on: [player("a"), player("b")], seeds: 0..<20)?.doubts == [doubt])
    #expect(await compareEngines(scenario, on: [player("model"), engine("elm")]).agrees)
  }

  @Test func `engines that have one schedule for many seeds are reported`() async {
    let engines = [engine("elm"), engine("other")]
    let one = Scenario("one", steps: [.at(.zero, "one")])
    #expect(await compareEngines(one, on: engines, seeds: 0..<20)?.doubts == [Self.oneSchedule])
    // Without effects there is nothing to try.
    #expect(await compareEngines(scenario, on: engines, seeds: 0..<20) == nil)
    let loading = Scenario("loading", steps: [.at(.zero, "load")])
    #expect(await compareEngines(loading, on: engines, seeds: 0..<1) == nil)
  }
}
