import ElmEngine
import StoreSimulation
import Testing

/// Tests in many schedules.
@MainActor
@Suite struct ScheduleExplorationTests {
  private struct Failure: Error {}

  /// Two effects of which the last one wins: their order is not specified.
  private func race(on bench: TestBench) async -> String {
    let store = Store<String, String>(initialState: "", options: bench.options) { state, action in
      action == "start" ? (state, .merge([.task { "first" }, .task { "second" }])) : (action, .none)
    }
    store.send("start")
    await store.settle()
    return store.state
  }

  @Test func `an outcome that depends on the schedule is found, and its schedule shown`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<100) { bench in await race(on: bench) }
    #expect(!exploration.agrees)
    let failure = try #require(exploration.failure)
    let first = try #require(exploration.first)
    #expect(try first.outcome.get() != failure.outcome.get())
    #expect(exploration.count < 100)
    let again = await race(on: TestBench(seed: failure.seed))
    #expect(try again == failure.outcome.get())
    let words = exploration.description
    #expect(words.hasPrefix("Seed \(failure.seed) came to \(again).\n\nSeed 0 came to "))
    #expect(words.contains("chosen: of 2 ready parts of effects, number "))
    #expect(words.contains("0ms  handled start"))
    // It is reduced from the run that differs from the plain one.
    #expect(words.contains("TestBench(seed: \(try #require(exploration.shrunk).seed))"))
  }

  // It was the test of the failing run, which is the plain one, and passed.
  @Test func `the printed test of a run that is not cut down is one that fails`() async throws {
    var seeds: [String: UInt64] = [:]
    for seed in 0..<100 as Range<UInt64> {
      let outcome = await race(on: TestBench(seed: seed))
      seeds[outcome] = seed
    }
    // In the plain run the second effect is the last one.
    let (odd, usual) = (try #require(seeds["first"]), try #require(seeds["second"]))
    let exploration = await exploreSchedules(seeds: [odd, usual], shrinks: false) { bench in await race(on: bench) }
    #expect(exploration.failure?.seed == usual)
    let first = try #require(exploration.first)
    #expect(exploration.description.contains("\n\n\(first.code)\n\n"))
    #expect(exploration.description.contains("By its seed it is 'TestBench(seed: \(odd))'"))
    #expect(await replaySchedule(first.deviations) { bench in await race(on: bench) }.failure != nil)
    #expect(exploration.shrunk == nil)
  }

  // It was the test of a run that has no deviations, and passed.
  @Test func `no test is printed for a run that is not cut down and fails with its seed only`() async {
    let exploration = await exploreSchedules(seeds: 0..<5, shrinks: false) { bench in bench.seed == 3 }
    #expect(exploration.failure?.seed == 3)
    #expect(!exploration.description.contains("To reproduce it without a seed"))
    #expect(exploration.description.hasSuffix("with the same time, faults and search."))
  }

  @Test func `an outcome that does not depend on the schedule is no failure`() async {
    var counts: [Int] = []
    let exploration = await exploreSchedules(seeds: 0..<50) {
      counts.append($0)
    } _: { bench in
      let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
        action == 0 ? (state, .merge((1...3).map { number in .task { number } })) : (state + action, .none)
      }
      store.send(0)
      await bench.clock.runUntilIdle()
      return store.state
    }
    #expect(exploration.agrees)
    #expect(exploration.count == 50)
    #expect(counts == Array(1...50))
    #expect(exploration.description == "All 50 schedules came to the same.")
  }

  @Test func `a test that throws fails with its schedule`() async {
    let exploration = await exploreSchedules(seeds: 5..<10) { bench in
      if bench.seed == 7 { throw Failure() }
      return 1
    }
    #expect(exploration.failure?.seed == 7)
    #expect(exploration.count == 3)
    #expect(exploration.description.hasPrefix("Seed 7 came to the error Failure()."))
  }

  /// A test that fails unless its effect is late.
  private func wait(on bench: TestBench) async throws {
    let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
      action == 0 ? (state, .cancellable({ 1 }, "load")) : (action, .none)
    }
    store.send(0)
    await bench.clock.runUntilIdle()
    if bench.clock.now.offset == .zero { throw Failure() }
  }

  // It agreed, as only two results were compared.
  @Test func `a replay that succeeds where the plain run fails has another outcome`() async {
    let replay = await replaySchedule([.late(.end, of: "load#1", by: .seconds(1))]) { try await wait(on: $0) }
    #expect(!replay.agrees)
    #expect(
      replay.description.hasPrefix(
        "The replayed run came to no failure.\n\nThe plain run came to the error Failure().\n\n"
      )
    )
    // What fails in both is the failure of the replayed run.
    let both = await replaySchedule([]) { try await wait(on: $0) }
    #expect(both.description.hasPrefix("The plain run came to the error Failure().\n\nIts schedule"))
  }

  @Test func `a run that succeeds where the plain run with its random numbers fails is found`() async {
    let exploration = await exploreSchedules(seeds: 0..<3) { bench in
      _ = bench.random.next()
      if bench.seed == nil { throw Failure() }
    }
    #expect(exploration.failure?.seed == 0)
  }
}
