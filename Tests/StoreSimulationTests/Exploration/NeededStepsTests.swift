#if Exhaustive
import ElmEngine
import StoreSimulation
import Testing

/// Failing runs that are reduced to the steps that their bug needs, although fewer steps also fail.
@MainActor
@Suite struct NeededStepsTests {
  private enum Action: Sendable {
    case typed(String)
    case saved(String)
  }

  /// Keeps what was saved last; with the bug, an older save may end after a newer one.
  private func note(_ bench: TestBench, isMended: Bool) -> Store<String, Action> {
    Store(initialState: "", options: bench.options) { (saved: inout String, action: Action) in
      switch action {
      case .typed(let text):
        let options = EffectOptions(id: "save", policy: isMended ? .replace : .concurrent)
        return .program(.task(options) { .saved(text) })
      case .saved(let text):
        saved = text
        return .none
      }
    }
  }

  private func type(_ store: Store<String, Action>, _ bench: TestBench) async {
    await bench.step("types s") { store.send(.typed("s")) }
    await bench.step("types sw", at: .milliseconds(300)) { store.send(.typed("sw")) }
    await bench.step("looks", at: .seconds(20)) {}
  }

  // Without typing, 'sw' is not saved either.
  @Test func `a property that fewer steps also break keeps the steps with which it can hold`() async throws {
    func play(_ bench: TestBench, isMended: Bool) async {
      let store = note(bench, isMended: isMended)
      bench.finally(store, "in the end 'sw' is saved") { $0 == "sw" }
      await type(store, bench)
    }
    let exploration = await exploreSchedules(seeds: 0..<200, time: .latency(0...2)) {
      await play($0, isMended: false)
    }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.story.count == 3, "\(exploration)")
    #expect(shrunk.deviations.contains(.skipped(step: 3)))
    #expect(await replaySchedule([.skipped(step: 3)]) { await play($0, isMended: false) }.failure == nil)
    #expect(await replaySchedule(shrunk.deviations) { await play($0, isMended: false) }.failure != nil)
    #expect(await replaySchedule(shrunk.deviations) { await play($0, isMended: true) }.failure == nil)
  }

  @Test func `a test that also throws with fewer steps keeps the steps with which it can pass`() async throws {
    struct NotSaved: Error {}
    func play(_ bench: TestBench, isMended: Bool) async throws {
      let store = note(bench, isMended: isMended)
      await type(store, bench)
      await bench.clock.runUntilIdle()
      if store.state != "sw" { throw NotSaved() }
    }
    let exploration = await exploreSchedules(seeds: 0..<200, time: .latency(0...2)) {
      try await play($0, isMended: false)
    }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.story.count == 3, "\(exploration)")
    #expect(await replaySchedule(shrunk.deviations) { try await play($0, isMended: true) }.failure == nil)
  }

  private func engine(_ name: String, isMended: Bool) -> ComparedEngine<String, String> {
    ComparedEngine(named: name) { (bench: TestBench) -> Store<String, Action> in
      let store = note(bench, isMended: isMended)
      bench.finally(store, "in the end 'sw' is saved") { $0 == "sw" }
      return store
    } perform: { store, text in
      store.send(.typed(text))
    } observe: { _ in
      ""
    }
  }

  @Test func `a comparison keeps the steps with which a property can hold`() async throws {
    let scenario = Scenario("note", steps: [.at(.zero, ""), .at(.seconds(1), "s"), .at(.milliseconds(1_300), "sw")])
    let engines = [engine("elm", isMended: false), engine("other", isMended: false)]
    let comparison = try #require(await compareEngines(scenario, on: engines, seeds: 0..<200, time: .latency(0...2)))
    #expect(comparison.story.count == 3, "\(comparison)")
    let deviations = comparison.deviations
    #expect(deviations.count == 2 && !deviations.contains(EngineDeviation(.skipped(step: 3))))
    #expect(
      await compareEngines(scenario, on: engines, replaying: deviations).runs.contains { $0.brokenProperty != nil }
    )
    let mended = [engine("elm", isMended: true), engine("other", isMended: true)]
    #expect(
      await compareEngines(scenario, on: mended, replaying: deviations).runs.allSatisfy { $0.brokenProperty == nil }
    )
  }

  @Test func `a property that is broken without deviations needs no step`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<3, time: .latency(0...2)) { bench in
      let store = note(bench, isMended: true)
      bench.finally(store, "in the end 'swift' is saved") { $0 == "swift" }
      await type(store, bench)
    }
    #expect(exploration.shrunk?.story.isEmpty == true, "\(exploration)")
    let words = exploration.description
    #expect(words.contains("\n\nThe smallest run that fails has no step. All steps without a delay and a fault fail"))
    #expect(words.contains("let replay = await replaySchedule(\n    [],\n    explored(on:)\n  )"))
  }
}
#endif
