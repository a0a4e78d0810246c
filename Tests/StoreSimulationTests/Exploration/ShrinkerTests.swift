import Testing
import _StoreTestSupport

@testable import StoreSimulation

/// The parts that are left out of a failing run.
@MainActor
@Suite struct ShrinkerTests {
  /// Changes of order, numbered.
  private func turns(_ numbers: some Sequence<Int>) -> [EngineDeviation] {
    numbers.map { EngineDeviation(.mainActor($0)) }
  }

  @Test(arguments: [[], [7], [3, 31], [0, 1, 39], [5, 6, 20, 21]])
  func `a shrunk run has the deviations that the failure needs, and nothing else`(needed: [Int]) async {
    var runs = 0
    let needed = turns(needed)
    var shrinker = Shrinker(time: .latency(0...10)) { deviations in
      runs += 1
      return needed.allSatisfy(deviations.contains) ? deviations : nil
    }
    let shrunk = await shrinker.shrink(turns(0..<40), stepCount: 0)
    #expect(shrunk == needed)
    #expect(runs < 150)
    #expect(!shrinker.isCutShort)
  }

  @Test func `a deviation that did not occur in a failing run is not kept`() async {
    var shrinker = Shrinker(time: .latency(0...10)) { deviations in
      deviations.filter { $0 != EngineDeviation(.mainActor(2)) }
    }
    #expect(await shrinker.shrink(turns(1...3), stepCount: 0).isEmpty)
  }

  @Test func `steps that are not needed are left out, and effects are counted without theirs`() async {
    let fault = Deviation.fault(.fails, of: "load#3")
    // Each step launches an effect; the failure is that the effect of the last step fails.
    var shrinker = Shrinker(time: .latency(0...10)) { deviations in
      let skipped = deviations.filter(\.deviation.isSkip)
      let last = SimulatedEffect("load", number: 3 - skipped.count)
      let fails = deviations.contains(EngineDeviation(.fault(.fails, of: last)))
      return fails && !skipped.contains(EngineDeviation(.skipped(step: 3))) ? deviations : nil
    }
    let shrunk = await shrinker.shrink([EngineDeviation(fault)], stepCount: 3)
    #expect(
      shrunk.map(\.deviation) == [.fault(.fails, of: "load#1"), .skipped(step: 2), .skipped(step: 1)]
    )
  }

  @Test func `many steps that are not needed are left out together`() async {
    var runs = 0
    // Each step launches an effect; the failure is that the effect of step 150 fails, and step 20 is played.
    var shrinker = Shrinker(time: .latency(0...10)) { deviations in
      runs += 1
      let skipped = deviations.compactMap { if case .skipped(let step) = $0.deviation { step } else { nil } }
      let fault = EngineDeviation(.fault(.fails, of: SimulatedEffect("load", number: 150 - skipped.count { $0 < 150 })))
      return deviations.contains(fault) && !skipped.contains(150) && !skipped.contains(20) ? deviations : nil
    }
    let fault = EngineDeviation(.fault(.fails, of: "load#150"))
    let shrunk = await shrinker.shrink([fault], stepCount: 200)
    #expect(shrunk.count == 199)
    #expect(shrunk.contains(EngineDeviation(.fault(.fails, of: "load#2"))))
    #expect(runs < 150, "\(runs)")
  }

  @Test(arguments: [(1_733, 700, 1_000), (1_733, 1_200, 1_700), (1_733, 1_720, 1_800), (90, 3, 10), (40, 0, 1)])
  func `a time is shortened to a round one that is long enough`(time: Int, least: Int, round: Int) async {
    func late(_ milliseconds: Int) -> EngineDeviation {
      EngineDeviation(.late(.end, of: "save#1", by: .milliseconds(milliseconds)))
    }
    var shrinker = Shrinker(time: .latency(0...10)) { deviations in
      guard case .late(_, _, let time)? = deviations.first?.deviation, time > .milliseconds(least) else { return nil }
      return deviations
    }
    #expect(await shrinker.shrink([late(time)], stepCount: 0) == [late(round)])
  }

  // It ended the program.
  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min)])
  func `a time of any length is shortened`(time: Duration) async {
    var shrinker = Shrinker(time: .exact) { deviations in
      guard case .fault(.slow(let time), _)? = deviations.first?.deviation, time < .seconds(60) else { return nil }
      return deviations
    }
    let slow = EngineDeviation(.fault(.slow(time), of: "load#1"))
    let round = time > .zero ? Duration.milliseconds(1) : .zero
    #expect(await shrinker.shrink([slow], stepCount: 0) == [EngineDeviation(.fault(.slow(round), of: "load#1"))])
  }

  @Test func `shrinking ends when its task is cancelled`() async {
    let (task, runs) = (CancellableTask(), Counter())
    await task.run {
      var shrinker = Shrinker(time: .latency(0...10)) { _ in
        runs.add()
        if runs.value == 3 { task.cancel() }
        return nil
      }
      _ = await shrinker.shrink(turns(0..<40), stepCount: 3)
      #expect(shrinker.isCutShort)
    }
    #expect(runs.value == 3)
  }

  @Test func `shrinking gives up after two thousand runs`() async {
    var runs = 0
    var shrinker = Shrinker(time: .latency(0...10)) { deviations in
      runs += 1
      return deviations.count > 3_990 ? deviations : nil
    }
    _ = await shrinker.shrink(turns(0..<4_000), stepCount: 0)
    #expect(runs == 2_000)
    #expect(shrinker.runsLeft == 0)
    #expect(shrinker.isCutShort)
  }

  @Test func `a task that is cancelled in the last run of shrinking cuts it short, too`() async {
    let task = CancellableTask()
    await task.run {
      var shrinker = Shrinker(time: .exact) { _ in
        task.cancel()
        return []
      }
      #expect(await shrinker.shrink(turns(0..<1), stepCount: 0).isEmpty)
      #expect(shrinker.isCutShort)
    }
  }

  // MARK: Reports

  private struct Failed: Error {}

  // It was called the smallest, and the step had not been left out for want of runs.
  @Test func `a failing run is not called the smallest if cutting it down is cancelled`() async {
    let (task, runs) = (CancellableTask(), Counter())
    func explore() async -> String {
      let exploration = await exploreSchedules(seeds: 0..<1) { bench in
        runs.add()
        // Those before it are the failing one, the same again, and the plain one.
        if runs.value == 4 { task.cancel() }
        try await bench.step("taps") { throw Failed() }
      }
      return exploration.description
    }
    let words = await task.run { await explore() }
    #expect(
      words.contains("\n\nThe smallest run found that fails; cutting it down ended early:\n  1. at 0ms: taps\n"),
      "\(words)"
    )
    #expect(!words.contains("The smallest run that fails"))
  }

  @Test func `a comparison is not called the smallest if cutting it down is cancelled`() async {
    let (task, plays) = (CancellableTask(), Counter())
    func engine(_ name: String, factor: Int) -> ComparedEngine<Int, Int> {
      ComparedEngine(named: name) { (bench: TestBench) -> ScriptStore<Int> in
        plays.add()
        // Those before it are the two engines' plays of the seed, and the plain ones.
        if plays.value == 5 { task.cancel() }
        return ScriptStore(options: bench.options)
      } perform: {
        $0.send($1)
      } observe: {
        $0.state.count * factor
      }
    }
    func compare() async -> String? {
      let scenario = Scenario("counting", steps: [.at(.zero, 1)])
      let engines = [engine("one", factor: 1), engine("two", factor: 2)]
      return await compareEngines(scenario, on: engines, seeds: 0..<1)?.description
    }
    let words = await task.run { await compare() }
    #expect(
      words?.contains("\n\nThe smallest run found that fails; cutting it down ended early:\n  1. at 0ms: 1\n") == true,
      "\(words ?? "")"
    )
  }

  @Test func `a time stays within its bounds`() async {
    let late = EngineDeviation(.late(.end, of: "save#1", by: .milliseconds(2_733)))
    var shrinker = Shrinker(time: .latency(2.5...2.75)) { $0.count == 1 ? $0 : nil }
    #expect(await shrinker.shrink([late], stepCount: 0) == [.init(.late(.end, of: "save#1", by: .milliseconds(2_700)))])
    var narrow = Shrinker(time: .latency(2.72...2.75)) { $0.count == 1 ? $0 : nil }
    #expect(await narrow.shrink([late], stepCount: 0) == [late])
  }
}
