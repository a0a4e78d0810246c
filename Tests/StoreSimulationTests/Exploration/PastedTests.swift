import ElmEngine
import Foundation
import ReduxBridge
import StoreSimulation
import Testing

/// Tests as explorations print them, compiled unchanged.
///
/// They fail, as the runs did, and so run only inside other tests.
@MainActor
@Suite(.disabled("they fail, as what they replay did"))
struct PastedTests {
  /// The test that is explored.
  func explored(on bench: TestBench) async {
    let store = Store<[String], String>(initialState: ["", ""], options: bench.options) { state, action in
      if action.hasPrefix("found ") {
        state[1] = String(action.dropFirst(6))
        return .none
      }
      state[0] = action
      return .program(
        .task(EffectOptions(id: "search", policy: .concurrent)) { "found \(action)" }.catch { _ in .none }
      )
    }
    bench.finally(store, "the result is that of the text") { $0[0] == $0[1] }
    await bench.step("types s") { store.send("s") }
    await bench.step("types sw", at: .milliseconds(300)) { store.send("sw") }
    await bench.step("types swi", at: .seconds(10)) { store.send("swi") }
  }

  private struct Loader: FeatureType {
    func reduce(into state: inout [Int], action: Int) async { state.append(action) }

    func effect(of action: Int, state: [Int]) -> EffectProgram<Int> {
      action < 0 ? .task(EffectOptions(id: "load", policy: .concurrent)) { -action }.catch { _ in .none } : .none
    }
  }

  @Test func `the run of seed 0`() async {
    let replay = await replaySchedule(
      [
        .late(.begin, of: "search#1", by: .seconds(1)),
        .skipped(step: 3),  // types swi
      ],
      time: .latency(0.5...20.0),
      explored(on:)
    )
    #expect(replay.agrees, "\(replay)")
  }

  let scenario = Scenario("loading", steps: (1...3).map { .at(.milliseconds($0 * 500), $0) })

  let engines = [
    ComparedEngine<Int, [Int]>(
      "elm",
      makeStore: { options in
        Store<[Int], Int>(initialState: [], options: options) { state, action in
          state.append(action)
          return action < 0
            ? .program(.task(EffectOptions(id: "load", policy: .concurrent)) { -action }.catch { _ in .emit(0) })
            : .none
        }
      },
      perform: { $0.send(-$1) },
      observe: \.self
    ),
    ComparedEngine<Int, [Int]>(
      "redux",
      makeStore: { ReduxBridge.Store(feature: Loader(), initialState: [], options: $0) },
      perform: { $0.send(-$1) },
      observe: \.self
    ),
  ]

  @Test func `the engines agree in the schedule of seed 0`() async {
    let comparison = await compareEngines(
      scenario,
      on: engines,
      replaying: [
        EngineDeviation(.fault(.fails, of: "load#1")),
        EngineDeviation(.skipped(step: 2)),  // 2 at 1000ms
        EngineDeviation(.skipped(step: 3)),  // 3 at 1500ms
      ]
    )
    #expect(comparison.agrees, "\(comparison)")
  }
}

/// The same for a test that can throw.
@MainActor
@Suite(.disabled("they fail, as what they replay did"))
struct PastedThrowingTests {
  struct NothingFound: Error {}

  /// The test that is explored.
  func explored(on bench: TestBench) async throws {
    let store = Store<String, String>(initialState: "", options: bench.options) { state, action in
      state = action
      return action == "search" ? .cancellable({ "found" }, "search").catch { _ in "failed" } : .none
    }
    bench.always(store, "nothing fails") { $0 != "failed" }
    await bench.step("searches") { store.send("search") }
    await bench.clock.runUntilIdle()
    if store.state == "search" { throw NothingFound() }
  }

  @Test func `the run of seed 0`() async {
    let replay = await replaySchedule(
      [
        .fault(.fails, of: "search#1")
      ],
      explored(on:)
    )
    #expect(replay.agrees, "\(replay)")
  }
}

/// Explorations print the tests above.
@MainActor
@Suite struct PrintedTestsTests {
  private let pasted = PastedTests()

  private func isPasted(_ code: String) throws -> Bool {
    let lines = code.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return try String(contentsOfFile: "\(#filePath)", encoding: .utf8).contains("\n\(lines)\n")
  }

  /// Expects an issue with some words: a replay that proves nothing does not agree, either.
  private func expectFailure(_ words: String, in test: () async -> Void) async {
    await withKnownIssue {
      await test()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains(words) }
    }
  }

  @Test func `the test that an exploration prints compiles, and fails`() async throws {
    let exploration = await exploreSchedules(
      seeds: 0..<100,
      time: .latency(0.5...20),
      faults: .seeded([.neverAnswers, .bursts(after: .seconds(1))], of: ["other"])
    ) { await pasted.explored(on: $0) }
    let shrunk = try #require(exploration.shrunk)
    #expect(try isPasted(shrunk.code), "\(shrunk.code)")
    #expect(exploration.description.contains(shrunk.code))
    await expectFailure("'the result is that of the text' was broken") { await pasted.`the run of seed 0`() }
  }

  // It called the test without 'try', as the run broke a property.
  @Test func `the test that is printed for one that can throw compiles, and fails`() async throws {
    let pasted = PastedThrowingTests()
    let exploration = await exploreSchedules(seeds: 0..<100, faults: .seeded([.fails])) {
      try await pasted.explored(on: $0)
    }
    let shrunk = try #require(exploration.shrunk)
    #expect(try isPasted(shrunk.code), "\(shrunk.code)")
    await expectFailure("'nothing fails' was broken") { await pasted.`the run of seed 0`() }
  }

  @Test func `the test that a comparison prints compiles, and fails`() async throws {
    let comparison = try #require(
      await compareEngines(
        pasted.scenario,
        on: pasted.engines,
        seeds: 0..<100,
        time: .latency(0...3),
        faults: .seeded([.fails, .answersTwice])
      )
    )
    #expect(try isPasted(comparison.code), "\(comparison.code)")
    #expect(comparison.description.hasSuffix("To reproduce it without a seed:\n\n\(comparison.code)"))
    await expectFailure("The engines diverge on 'loading'") {
      await pasted.`the engines agree in the schedule of seed 0`()
    }
    #expect(comparison.description.contains("The smallest run that fails:\n  1. at "))
  }
}
