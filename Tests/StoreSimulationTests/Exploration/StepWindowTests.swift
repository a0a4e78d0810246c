import ElmEngine
import StoreRecording
import StoreSimulation
import Synchronization
import Testing

/// Steps whose times, order and random numbers vary with the seed.
@MainActor
@Suite struct StepWindowTests {
  private func store(_ bench: TestBench) -> Store<[Int], Int> {
    Store(initialState: [], options: bench.options) { (numbers: inout [Int], number: Int) in
      numbers.append(number)
      return .none
    }
  }

  // MARK: Times

  @Test func `a step comes at times within its window, and without a seed at its time`() async {
    func time(_ bench: TestBench) async -> Duration {
      _ = store(bench)
      await bench.step("looks", at: .seconds(1), within: .milliseconds(3)) {}
      return bench.clock.now.offset
    }
    #expect(await time(TestBench()) == .seconds(1))
    var times: Set<Duration> = []
    for seed in 0..<40 { times.insert(await time(TestBench(seed: UInt64(seed), search: .uniform))) }
    #expect(times == Set((0...3).map { .seconds(1) + .milliseconds($0) }))
  }

  @Test func `a step without a time comes within its window after the one before, or right then`() async {
    var waits: Set<Duration> = []
    for seed in 0..<40 {
      let bench = TestBench(seed: UInt64(seed), search: .uniform)
      _ = store(bench)
      await bench.step("looks", at: .seconds(1)) {}
      await bench.step("looks again", within: .milliseconds(2)) {}
      waits.insert(bench.clock.now.offset - .seconds(1))
    }
    #expect(waits == [.zero, .milliseconds(1), .milliseconds(2)])
  }

  /// A page that is opened for three seconds.
  private func expiring(_ bench: TestBench) async {
    let store = Store<Bool, Bool>(initialState: true, options: bench.options) { (isValid: inout Bool, _: Bool) in
      if bench.clock.now.offset >= .milliseconds(2_750) { isValid = false }
      return .none
    }
    bench.always(store, "the page is valid") { $0 }
    await bench.step("opens the page") { store.send(true) }
    await bench.step("reads it", at: .seconds(1), within: .seconds(4)) { store.send(true) }
  }

  @Test func `a time that breaks a property is found, cut down to a round one, and replayed`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<100) { await expiring($0) }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.story == ["1. at 3000ms: reads it"])
    #expect(shrunk.deviations.contains(.stepLate(2, by: .seconds(2))))
    #expect("\(exploration)".contains(".stepLate(2, by: .seconds(2))"))
    #expect(await replaySchedule(shrunk.deviations) { await expiring($0) }.failure != nil)
    #expect(await replaySchedule([]) { await expiring($0) }.failure == nil)
    #expect("\(Deviation.stepLate(2, by: .seconds(2)))" == "step 2 comes 2000ms later")
  }

  @Test func `the steps of a comparison have the same times on each engine`() async throws {
    let scenario = Scenario("page", steps: [.at(.zero, 0), .at(.seconds(1), within: .seconds(2), 1)])
    func engine(_ name: String, isMended: Bool) -> ComparedEngine<Int, Duration> {
      ComparedEngine(named: name) { bench in
        _ = store(bench)
        return bench
      } perform: { _, _ in
      } observe: { bench in
        isMended || bench.clock.now.offset < .milliseconds(1_500) ? .zero : bench.clock.now.offset
      }
    }
    let same = [engine("a", isMended: false), engine("b", isMended: false)]
    #expect(await compareEngines(scenario, on: same, seeds: 0..<50) == nil)
    let engines = [engine("a", isMended: false), engine("b", isMended: true)]
    let comparison = try #require(await compareEngines(scenario, on: engines, seeds: 0..<50))
    #expect(comparison.deviations.contains(EngineDeviation(.stepLate(2, by: .milliseconds(500)))), "\(comparison)")
  }

  // MARK: Order

  @discardableResult
  private func inOrder(_ bench: TestBench) async -> [Int] {
    let store = store(bench)
    bench.always(store, "never 2 before 1") { $0.firstIndex(of: 2) == nil || $0.contains(1) }
    await bench.stepsInAnyOrder {
      $0.step("sends 1", within: .seconds(1)) { store.send(1) }
      $0.step("sends 2", at: .milliseconds(500), within: .seconds(1)) { store.send(2) }
      $0.step("sends 3", within: .seconds(1)) { store.send(3) }
    }
    await bench.step("sends 4") { store.send(4) }
    return store.state
  }

  @Test func `steps in any order come in that of their times`() async throws {
    #expect(await inOrder(TestBench()) == [1, 3, 2, 4])
    let exploration = await exploreSchedules(seeds: 0..<100) { bench in _ = await inOrder(bench) }
    let shrunk = try #require(exploration.shrunk)
    // Without the first step, the property would be broken by its absence alone.
    #expect(shrunk.story.map { $0.suffix(7) } == ["sends 2", "sends 1"], "\(exploration)")
    #expect(await replaySchedule(shrunk.deviations) { bench in _ = await inOrder(bench) }.failure != nil)
  }

  @Test func `each order comes with some seed, and steps of one time keep theirs`() async {
    var orders: Set<[Int]> = []
    for seed in 0..<60 {
      let bench = TestBench(seed: UInt64(seed))
      let store = store(bench)
      await bench.stepsInAnyOrder { steps in
        for number in 1...3 {
          steps.step("sends \(number)", within: .milliseconds(50)) { store.send(number) }
        }
        steps.step("sends 4", at: .zero, within: .zero) { store.send(4) }
        steps.step("sends 5", at: .zero, within: .zero) { store.send(5) }
      }
      orders.insert(store.state.filter { $0 < 4 })
      #expect(store.state.filter { $0 > 3 } == [4, 5])
    }
    #expect(orders.count == 6)
  }

  // MARK: Random numbers

  private func adding(_ bench: TestBench) async {
    let store = store(bench)
    bench.always(store, "no 7") { !$0.contains(7) }
    for number in 1...4 {
      await bench.step("sends a number, \(number)", at: .seconds(number)) {
        store.send(Int.random(in: 0..<10, using: &bench.random))
      }
    }
    bench.recorder.note("then \(Int.random(in: 0..<1_000, using: &bench.random))")
  }

  @Test func `a step that draws a number can be left out, as the other numbers stay`() async throws {
    var found: Set<[String]> = []
    for first in 0..<6 {
      let seeds = UInt64(first * 100)..<UInt64(first * 100 + 100)
      let shrunk = try #require(await exploreSchedules(seeds: seeds) { await adding($0) }.shrunk)
      found.insert(shrunk.story)
    }
    // A number that breaks the property is not the first one each time, and needs no other step.
    #expect(found.allSatisfy { $0.count == 1 }, "\(found)")
    #expect(found.count > 1)
  }

  @Test func `numbers outside of steps do not depend on what steps draw`() async {
    func lines(_ deviations: [Deviation]) async -> [String] {
      let bench = TestBench(replaying: deviations, random: 3)
      await adding(bench)
      return bench.trace.filter { $0.contains("then ") }
    }
    let all = await lines([])
    #expect(all.count == 1)
    #expect(await lines([.skipped(step: 1), .skipped(step: 4)]).first?.suffix(8) == all.first?.suffix(8))
  }

  @Test func `a step draws other numbers than another, and the same each time`() async {
    func numbers(_ seed: UInt64) async -> [Int] {
      let bench = TestBench(seed: seed)
      let numbers = Mutex<[Int]>([])
      for _ in 0..<3 {
        await bench.step("draws") {
          let number = Int.random(in: 0..<1_000_000, using: &bench.random)
          numbers.withLock { $0.append(number) }
        }
      }
      return numbers.withLock { $0 }
    }
    let first = await numbers(1)
    #expect(Set(first).count == 3)
    #expect(await numbers(1) == first)
    #expect(await numbers(2) != first)
  }

  // MARK: Wrong windows

  @Test func `a negative window ends the program with words at its line`() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      await TestBench().step("looks", within: .seconds(-1)) {}
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("The step 'looks' may come within -1.0 seconds."))
    #expect(text.contains("StepWindowTests.swift:"))
    await #expect(processExitsWith: .failure) { @MainActor in
      await TestBench().stepsInAnyOrder { $0.step("looks", within: .seconds(-1)) {} }
    }
  }

  @Test func `the longest windows and times are bounded`() async {
    let bench = TestBench(seed: 1, search: .uniform)
    await bench.step("looks", at: Duration(attoseconds: .max), within: Duration(attoseconds: .max)) {}
    #expect(bench.clock.now.offset == Duration(attoseconds: .max))
  }
}
