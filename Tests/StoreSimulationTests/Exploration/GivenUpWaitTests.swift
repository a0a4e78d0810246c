import ElmEngine
import StoreSimulation
import Testing
import _StoreTestSupport

/// Comparisons and explorations of endless work, whose end depends on the machine.
@MainActor
@Suite struct GivenUpWaitTests {
  /// Ticks each second, forever.
  private func ticker(_ options: StoreOptions) -> Store<Int, String> {
    var options = options
    options.settlingLimit = .zero
    options.onIssue = { _ in }
    return Store(initialState: 0, options: options) { (ticks: inout Int, action: String) -> Effect<String> in
      if action == "tick" { ticks += 1 }
      return .task { "tick" }.delay(for: .seconds(1))
    }
  }

  private func engine(_ name: String) -> ComparedEngine<String, Int> {
    ComparedEngine(name) {
      ticker($0)
    } perform: {
      $0.send($1)
    } observe: { _ in
      0
    }
  }

  // The engines agreed without a doubt.
  @Test func `a scenario without an end in which something never ends proves nothing`() async {
    let engines = [engine("elm"), engine("other")]
    let comparison = await compareEngines(Scenario("ticking", steps: [.at(.zero, "start")]), on: engines)
    #expect(!comparison.agrees)
    #expect(
      comparison.doubts
        == ["elm", "other"].map {
          """
          A wait for \($0) was given up after its 'settlingLimit': the end was up to the machine. Give the scenario an 'end' \
          where something goes on for ever.
          """
        }
    )
  }

  @Test func `a wait that a test of many schedules gives up is reported`() async {
    let exploration = await exploreSchedules(seeds: 0..<2, time: .latency(0...1)) { bench in
      let store = ticker(bench.options)
      store.send("start")
      await bench.clock.runUntilIdle()
    }
    #expect(!exploration.agrees)
    #expect(
      exploration.doubts == [
        "A wait was given up after 'settlingLimit': the machine decided where it ended. Advance to a time."
      ]
    )
  }

  @Test func `a wait that only the first of the schedules gives up is reported`() async {
    var count = 0
    let exploration = await exploreSchedules(seeds: 0..<2, time: .latency(0...1)) { bench in
      count += 1
      let store = ticker(bench.options)
      store.send("start")
      if count == 1 { await bench.clock.runUntilIdle() } else { store.cancel(.all) }
    }
    #expect(exploration.doubts.count == 1)
    #expect(exploration.doubts.first?.hasPrefix("A wait was given up") == true)
  }

  // Only the waits of the clock were counted.
  @Test func `a settling that a test of many schedules gives up is reported`() async {
    let exploration = await exploreSchedules(seeds: 0..<2) { bench in
      var options = bench.options
      options.settlingLimit = .zero
      options.onIssue = { _ in }
      let store = Store<Int, Int>(initialState: 0, options: options) { state, action in
        guard action == 0 else { return (state + action, .none) }
        return (state, .run { _ in while !Task.isCancelled { await withTaskGroup { $0.addTask {} } } })
      }
      for _ in 1...2 { store.send(0) }
      await store.settle()
      store.cancel(.all)
    }
    #expect(exploration.doubts.count == 1)
    #expect(exploration.doubts.first?.hasPrefix("A wait was given up") == true)
  }

  @Test func `a wait for an effect that sleeps on the bench's clock is given up in every schedule`() async {
    let exploration = await exploreSchedules(seeds: 0..<5, time: .latency(0...1)) { bench in
      var options = bench.options
      let issues = IssueLog()
      options.onIssue = issues.record
      let store = Store(initialState: 0, options: options) { (state: inout Int, action: Int) -> Effect<Int> in
        state += action
        return action == 1 ? .task { 2 }.delay(for: .seconds(1)) : .none
      }
      await store.perform(1)
      try #require(issues.all.count == 1)
      return store.state
    }
    #expect(exploration.failure == nil)
    #expect(exploration.count == 5)
  }
}
