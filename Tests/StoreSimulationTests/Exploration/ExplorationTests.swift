import ElmEngine
import ReduxBridge
import StoreSimulation
import Testing
import _StoreTestSupport

/// Explorations that find the failure that a latency or a fault causes, and reduce it.
@MainActor
@Suite struct ExplorationTests {
  /// Two searches, of which the older one's result may come last.
  private func search(on bench: TestBench) async {
    let store = makeTextSearch(on: bench)
    await bench.step("types s") { store.send("s") }
    await bench.step("types sw", at: .milliseconds(300)) { store.send("sw") }
    await bench.step("types swi", at: .seconds(10)) { store.send("swi") }
    await bench.step("types swift", at: .seconds(20)) { store.send("swift") }
  }

  @Test func `a bug is not found without latencies, and is found with them`() async {
    let without = await exploreSchedules(seeds: 0..<100, time: .exact) { bench in await search(on: bench) }
    #expect(without.failure == nil)
    #expect(
      without.description == """
        All 100 schedules came to the same. There was one schedule: no run had anything to choose, and nothing that could be \
        late or go wrong.
        """
    )
    let with = await exploreSchedules(seeds: 0..<100, time: .latency(0...20)) { bench in await search(on: bench) }
    #expect(!with.agrees)
  }

  @Test func `the smallest failing run is shown in steps, and as a test without a seed`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<100, time: .latency(0...20)) { bench in await search(on: bench)
    }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.story.count == 3)
    #expect(shrunk.deviations.filter { if case .skipped = $0 { true } else { false } }.count == 2)
    let words = exploration.description
    #expect(words.contains("came to this: 'the result is that of the text' was broken at "))
    #expect(words.contains("The smallest run that fails:\n  1. at 0ms: types s"))
    #expect(words.contains("let replay = await replaySchedule(\n    [\n      .late("))
    #expect(words.contains("simulated: "))

    let replay = await replaySchedule(shrunk.deviations) { bench in await search(on: bench) }
    #expect(!replay.agrees)
    #expect(replay.failure?.story == shrunk.story)
    let plain = await replaySchedule([]) { bench in await search(on: bench) }
    #expect(plain.agrees)
  }

  @Test func `no single step and no single deviation of the smallest run can be left out`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<100, time: .latency(0...20)) { bench in await search(on: bench)
    }
    let shrunk = try #require(exploration.shrunk)
    for index in shrunk.deviations.indices {
      if case .skipped = shrunk.deviations[index] { continue }
      var fewer = shrunk.deviations
      fewer.remove(at: index)
      #expect(await replaySchedule(fewer) { bench in await search(on: bench) }.agrees)
    }
    for step in 1...4 where !shrunk.deviations.contains(.skipped(step: step)) {
      #expect(await replaySchedule(shrunk.deviations + [.skipped(step: step)]) { await search(on: $0) }.agrees)
    }
  }

  @Test func `a fault that breaks something is found and named`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<200, faults: .seeded([.fails])) { bench in
      var options = bench.options
      options.onError = { _, _ in }
      let store = ElmEngine.Store<Bool, Bool>(initialState: false, options: options) { isLoading, action in
        isLoading = action
        return action ? .cancellable({ false }, "load") : .none
      }
      bench.finally(store, "the spinner has gone") { !$0 }
      await bench.step("refreshes") { store.send(true) }
    }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.story == ["1. at 0ms: refreshes", "2. at 0ms: load#1 fails"])
    #expect(shrunk.deviations == [.fault(.fails, of: "load#1")])
  }

  private enum LoadError: Error {
    case oneFailed
    case allFailed(at: Duration)
  }

  // The smallest run threw another error of the same type.
  @Test func `a run is reduced to one that throws the same case of an error`() async throws {
    let faults = FaultPlan.seeded([.fails])
    func load(_ bench: TestBench) async throws {
      let store = ElmEngine.Store<Int, Int>(initialState: 0, options: bench.options) { failures, action in
        guard action == 2 else {
          failures += action
          return .none
        }
        let (load, other) = (Effect<Int>.cancellable({ 0 }, "load"), Effect<Int>.cancellable({ 0 }, "other"))
        return .merge([load.catch { _ in 1 }, other.catch { _ in 1 }])
      }
      await bench.step("loads") { store.send(2) }
      await bench.clock.runUntilIdle()
      if store.state == 1 { throw LoadError.oneFailed }
      if store.state == 2 { throw LoadError.allFailed(at: bench.clock.now.offset) }
    }
    var seed: UInt64?
    for candidate in 0..<200 as Range<UInt64> where seed == nil {
      do {
        try await load(TestBench(seed: candidate, faults: faults))
      } catch LoadError.allFailed {
        seed = candidate
      } catch {}
    }
    let seeds = [try #require(seed)]
    let exploration = await exploreSchedules(seeds: seeds, faults: faults) { try await load($0) }
    let shrunk = try #require(exploration.shrunk)
    #expect(Set(shrunk.deviations) == [.fault(.fails, of: "load#1"), .fault(.fails, of: "other#1")])
  }

  /// An error whose words are others each time.
  private enum CountingError: Error, CustomStringConvertible {
    case failed

    private static let count = Counter()

    var description: String {
      Self.count.add()
      return "failure \(Self.count.value)"
    }
  }

  @Test func `an error with words of its own that change is the same error`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<100, faults: .seeded([.fails])) { bench in
      let store = ElmEngine.Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
        state = action
        return action == 0 ? .cancellable({ 1 }, "load").catch { _ in 2 } : .none
      }
      store.send(0)
      await bench.clock.runUntilIdle()
      if store.state == 2 { throw CountingError.failed }
    }
    #expect(exploration.shrunk?.deviations == [.fault(.fails, of: "load#1")])
  }

  @Test func `an outcome that depends on the order is reduced to one change of order`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<100, time: .exact) { bench in
      let store = ElmEngine.Store<String, String>(initialState: "", options: bench.options) { state, action in
        action == "start" ? (state, .merge([.task { "first" }, .task { "second" }])) : (action, .none)
      }
      await bench.step("starts") { store.send("start") }
      await store.settle()
      return store.state
    }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.deviations == [.part(2, at: 1)])
    #expect(
      shrunk.story == [
        "1. at 0ms: starts", "2. at 0ms: start#2 goes on before what was ready before it",
      ]
    )
    #expect(try shrunk.outcome.get() == "first")
  }

  @Test func `a test that differs each time is reported`() async {
    var count = 0
    let exploration = await exploreSchedules(seeds: 0..<10) { _ in
      count += 1
      return count < 5
    }
    #expect(exploration.failure?.seed == 4)
    #expect(exploration.shrunk == nil)
    #expect(exploration.description.contains("Run again, it did not fail"))
    var runs = 0
    let odd = await exploreSchedules(seeds: 0..<10) { _ in
      runs += 1
      return runs == 3
    }
    #expect(odd.description.contains("Run again, it did not fail: something that the bench does not see decides"))
    #expect(odd.shrunk == nil)
  }

  @Test func `a test's random numbers come from the seed, and are the same in a replay`() async throws {
    func play(_ bench: TestBench) async -> Int { Int.random(in: 0..<1_000_000, using: &bench.random) }
    let first = await play(TestBench(seed: 7))
    #expect(await play(TestBench(seed: 7)) == first)
    #expect(await play(TestBench(seed: 8)) != first)
    let exploration = await exploreSchedules(seeds: 0..<10) { bench in
      if await play(bench).isMultiple(of: 3) { throw CancellationError() }
    }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.code.contains(",\n    random: \(shrunk.seed),\n    explored(on:)\n  )"))
  }

  // Only numbers from the bench's own source were noticed.
  @Test func `numbers from a copy of the bench's random source are the same in a replay, too`() async throws {
    func play(_ bench: TestBench) async throws {
      var random = bench.random
      if Int.random(in: 0..<1_000_000, using: &random).isMultiple(of: 3) { throw CancellationError() }
    }
    let exploration = await exploreSchedules(seeds: 0..<10) { try await play($0) }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.code.contains("random: \(shrunk.seed)"))
    #expect(await replaySchedule(shrunk.deviations, random: shrunk.seed) { try await play($0) }.failure != nil)
  }

  @Test func `an outcome with random numbers is compared to the plain run with the same numbers`() async throws {
    func play(_ bench: TestBench, isRacing: Bool) async -> String {
      let number = Int.random(in: 0..<1_000_000, using: &bench.random)
      let store = ElmEngine.Store<String, String>(initialState: "", options: bench.options) { state, action in
        guard action == "start" else { return (action, .none) }
        return (state, isRacing ? .merge([.task { "first" }, .task { "second" }]) : .none)
      }
      store.send("start")
      await store.settle()
      return "\(number) \(store.state)"
    }
    #expect(await exploreSchedules(seeds: 0..<20) { await play($0, isRacing: false) }.agrees)
    let racing = await exploreSchedules(seeds: 0..<100, time: .exact) { await play($0, isRacing: true) }
    let shrunk = try #require(racing.shrunk)
    #expect(shrunk.deviations == [.part(2, at: 1)])
    #expect(racing.description.contains("\n\nThe plain run came to \(try shrunk.outcome.get().dropLast(5))second.\n"))
  }

  @Test func `cancelling ends an exploration, and an error of the cancelled run is no failure`() async {
    let task = CancellableTask()
    func explore() async -> ScheduleExploration<NoOutcome> {
      let exploration = await exploreSchedules(seeds: 0..<10) { bench in
        if bench.seed == 3 { task.cancel() }
        try Task.checkCancellation()
      }
      return exploration
    }
    let exploration = await task.run { await explore() }
    #expect(exploration.failure == nil)
    #expect(exploration.count == 3)
    #expect(!exploration.agrees)
    #expect(exploration.doubts == ["The task was cancelled after 3 schedules: the others were not tried."])
  }

  @Test func `cancelling ends the shrinking, and keeps the failure`() async {
    struct Failed: Error {}
    let (task, runs) = (CancellableTask(), Counter())
    func explore() async -> ScheduleExploration<NoOutcome> {
      let exploration = await exploreSchedules(seeds: 0..<10, time: .latency(0...2)) { bench in
        await search(on: bench)
        runs.add()
        if runs.value == 5 { task.cancel() }
        if runs.value > 0 { throw Failed() }
      }
      return exploration
    }
    let exploration = await task.run { await explore() }
    #expect(exploration.failure?.seed == 0)
    #expect(runs.value <= 6)
    #expect(!exploration.description.contains("Run again"))
  }

  @Test func `a report says how to reproduce a run`() async throws {
    struct NoNetwork: Error {}
    func load(_ bench: TestBench) async {
      let store = ElmEngine.Store<String, String>(initialState: "", options: bench.options) { state, action in
        state = action
        return action == "load" ? .cancellable({ "loaded" }, "load").catch { _ in "failed" } : .none
      }
      bench.always(store, "nothing fails") { $0 != "failed" }
      await bench.step("loads") { store.send("load") }
    }
    let faults = FaultPlan.seeded([.fails]).throwing { _ in NoNetwork() }
    func explore(_ search: SearchStrategy, seeds: Range<UInt64>) async -> ScheduleExploration<NoOutcome> {
      await exploreSchedules(seeds: seeds, faults: faults, search: search) { await load($0) }
    }
    let found = await explore(.uniform, seeds: 0..<100)
    let seed = try #require(found.failure?.seed)
    #expect(found.description.hasPrefix("Seed \(seed) came to this: 'nothing fails' was broken"))
    let bySeed = "By its seed it is 'TestBench(seed: \(seed))' with the same time, faults and search."
    #expect(found.description.hasSuffix(bySeed))
    let shrunk = try #require(found.shrunk)
    #expect(
      shrunk.code == """
        @Test func `the run of seed \(seed)`() async {
          // 'faults' are those of the exploration, for the error that they throw.
          let replay = await replaySchedule(
            [
              .fault(.fails, of: "load#1")
            ],
            faults: faults,
            explored(on:)
          )
          #expect(replay.agrees, "\\(replay)")
        }
        """
    )
    let replay = await replaySchedule(shrunk.deviations, faults: faults) { await load($0) }
    #expect(replay.description.hasPrefix("The replayed run came to this: 'nothing fails' was broken"))
    #expect(!replay.description.contains("By its seed"))
  }

  @Test(arguments: [SearchStrategy.uniform, .fewChanges, .newOrders])
  func `an exploration has the same result each time`(search: SearchStrategy) async {
    func explore() async -> String {
      let exploration = await exploreSchedules(seeds: 0..<200, time: .latency(0...20), search: search) { bench in
        await self.search(on: bench)
      }
      return exploration.description
    }
    let first = await explore()
    #expect(first.contains("The smallest run"))
    #expect(await explore() == first)
  }

  private struct Finder: FeatureType {
    let clock: TestClock

    /// It suspends, as a handler of ReduxBridge can.
    func reduce(into state: inout [String], action: String) async {
      if action == "sw" { try? await clock.sleep(for: .milliseconds(100)) }
      state.append(action)
    }

    func effect(of action: String, state: [String]) -> EffectProgram<String> {
      if action.hasPrefix("found") { return .none }
      return .task(EffectOptions(id: "search", policy: .concurrent)) { "found \(action)" }.catch { _ in
        .emit("found none")
      }
    }
  }

  private func reduxSearch(on bench: TestBench) async {
    let store = ReduxBridge.Store(feature: Finder(clock: bench.clock), initialState: [], options: bench.options)
    for (index, text) in ["s", "sw", "swi", "swift"].enumerated() {
      await bench.step("types \(text)", at: .milliseconds(300 * index)) { store.send(text) }
    }
  }

  private func digest(_ play: (TestBench) async -> Void) async -> String {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for seed in 0..<20 as Range<UInt64> {
      let bench = TestBench(seed: seed, time: .latency(0...2), faults: .seeded(), search: .uniform)
      await play(bench)
      await bench.clock.runUntilIdle()
      // Where the system's runtime does not begin tasks at once, every reduce suspends.
      let trace = bench.trace.filter { !$0.contains("suspended in") }
      for byte in "\(trace)\(bench.deviations)".utf8 {
        digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    return String(digest, radix: 16)
  }

  /// The numbers were recorded on one machine; debug and release builds on all others have to give the same.
  @Test func `seeds have the same runs on every machine`() async {
    let elm = await digest { await search(on: $0) }
    #expect(elm == "47fcb07a9e494953")
    let redux = await digest { await reduxSearch(on: $0) }
    #expect(redux == "fbf637b5ea1a5644")
  }

  @Test func `names of effects are read as they are written`() {
    #expect(SimulatedEffect("save") == SimulatedEffect("save", number: 1, attempt: 1))
    #expect(SimulatedEffect("save#2") == SimulatedEffect("save", number: 2))
    #expect(SimulatedEffect("a#b#2.3") == SimulatedEffect("a#b", number: 2, attempt: 3))
    #expect(SimulatedEffect("a#b").name == "a#b")
    for text in ["save#1", "save#2.3", "a#b#4"] {
      #expect(SimulatedEffect(text).description == text)
    }
  }

  @Test(arguments: [SearchStrategy.uniform, .fewChanges, .newOrders])
  func `a step comes before or after an effect that sleeps until its time since the step before`(
    search: SearchStrategy
  ) async throws {
    let exploration = await exploreSchedules(seeds: 0..<100, time: .exact, search: search) { bench in
      let store = ElmEngine.Store<[String], String>(initialState: [], options: bench.options) { state, action in
        state.append(action)
        return action == "typed" ? .task { "saved" }.debounce(id: "save", for: .seconds(1)) : .none
      }
      await bench.step("types") { store.send("typed") }
      await bench.step("closes", at: .seconds(1)) { store.send("closed") }
      await bench.clock.runUntilIdle()
      return store.state
    }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.deviations == [.stepFirst(2)])
    #expect(try shrunk.outcome.get() == ["typed", "closed", "saved"])
  }

  @Test func `a written fault that occurs in no run fails the exploration`() async {
    func explore(_ faults: FaultPlan) async -> ScheduleExploration<NoOutcome> {
      let exploration = await exploreSchedules(seeds: 0..<10, time: .exact, faults: faults) { bench in
        let store = ElmEngine.Store<Int, Int>(initialState: 0, options: bench.options) { _, action in
          action == 0 ? .cancellable({ 1 }, "load").catch { _ in 2 } : .none
        }
        bench.always(store, "never negative") { $0 >= 0 }
        await bench.step("loads") { store.send(0) }
        await store.settle()
        #expect(bench.missingFaults == faults.writtenEffects.subtracting(["load#1"]))
      }
      return exploration
    }
    #expect(await explore(FaultPlan(["load#1": .fails])).agrees)
    let missed = await explore(FaultPlan(["load#1": .fails, "lod#1": .fails, "load#2": .fails]))
    #expect(!missed.agrees)
    #expect(missed.missingFaults == ["lod#1", "load#2"])
    #expect(
      missed.description
        == """
        All 10 schedules came to the same. The fault of 'load#2' never came. The fault of 'lod#1' never came. \
        What was launched is called 'load'.
        """
    )
  }

  @Test func `minimal latencies are kept when a run is reduced, and in the printed test`() async throws {
    let time = SeededTime.latency(2...3).effect("log", 0...1)
    func play(_ bench: TestBench) async {
      let clock = bench.clock
      let store = ElmEngine.Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
        if action == 0 { return .cancellable({ 1 }, "load") }
        state = Int(clock.now.offset / .milliseconds(1))
        return .none
      }
      bench.finally(store, "soon") { $0 < 5_500 }
      await bench.step("loads") { store.send(0) }
    }
    let exploration = await exploreSchedules(seeds: 0..<100, time: time) { await play($0) }
    let shrunk = try #require(exploration.shrunk)
    for case .late(_, _, let lateness) in shrunk.deviations {
      #expect(lateness > .seconds(2) && lateness <= .seconds(3))
    }
    #expect(shrunk.deviations.count == 1 || shrunk.deviations.count == 2)
    #expect(shrunk.code.contains("],\n    time: .latency(2.0...3.0).effect(\"log\", 0.0...1.0),\n    explored(on:)\n"))
    #expect(!(await replaySchedule(shrunk.deviations, time: time) { await play($0) }.agrees))
    #expect(await replaySchedule([], time: time) { await play($0) }.agrees)
  }
}
