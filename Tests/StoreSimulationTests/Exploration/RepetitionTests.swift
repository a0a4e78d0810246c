#if Exhaustive
import ElmEngine
import StoreSimulation
import Testing
import _StoreTestSupport

/// Failures that do not recur, because something outlives a run.
@MainActor
@Suite struct RepetitionTests {
  private static let words = """
    Run again, it did not fail: something that the bench does not see decides, such as another clock, a queue or an \
    object that lives longer than a run.
    """

  private func store(_ options: StoreOptions) -> Store<Int, Int> {
    Store(initialState: 0, options: options) { (state: inout Int, number: Int) -> Effect<Int> in
      state += number
      return number == 0 ? .task { 1 } : .none
    }
  }

  // The run that passed replaced it: which property was broken, and by which action, was lost.
  @Test func `a failure that does not recur is reported as it was`() async throws {
    let runs = Counter()
    let exploration = await exploreSchedules(seeds: 0..<10) { bench in
      let store = store(bench.options)
      runs.add()
      let isThird = runs.value == 3
      bench.always(store, "at most zero") { $0 <= 0 || !isThird }
      await bench.step("taps") { store.send(1) }
    }
    let failure = try #require(exploration.failure)
    #expect(failure.seed == 2)
    #expect(throws: BrokenProperty.self) { try failure.outcome.get() }
    #expect(exploration.shrunk == nil)
    #expect(
      exploration.description == """
        Seed 2 came to this: 'at most zero' was broken by the action 1, at 0ms. The state was:
        1.

        \(Self.words)
        """
    )
  }

  @Test func `a failure that recurs only with its seed is reported with its seed`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<10) { bench in
      let store = store(bench.options)
      bench.always(store, "not in the third schedule") { $0 == 0 || bench.seed != 2 }
      await bench.step("taps") { store.send(1) }
    }
    let words = exploration.description
    #expect(exploration.failure?.trace.isEmpty == false)
    #expect(words.contains("\n\n\(Self.words)\n\nIts schedule, step by step:\n"))
    #expect(!words.contains("To reproduce it"))
    #expect(words.hasSuffix("By its seed it is 'TestBench(seed: 2)' with the same time, faults and search."))
  }

  /// Counts its actions, and in one of its plays one more.
  private func engine(_ name: String, wrongIn play: Int) -> ComparedEngine<Int, Int> {
    let plays = Counter()
    return ComparedEngine(named: name) { (bench: TestBench) -> (store: Store<Int, Int>, extra: Int) in
      plays.add()
      return (store: store(bench.options), extra: plays.value == play ? 1 : 0)
    } perform: {
      $0.store.send($1)
    } observe: {
      $0.store.state + $0.extra
    }
  }

  private let scenario = Scenario("counting", steps: [.at(.zero, 0), .at(.seconds(1), 0)])

  // The comparison that was played again was returned, in which the engines agree.
  @Test(arguments: [true, false])
  func `a divergence that does not recur is still a divergence`(shrinks: Bool) async throws {
    let found = await compareEngines(
      scenario,
      on: [engine("steady", wrongIn: 0), engine("odd", wrongIn: 3)],
      seeds: 0..<5,
      shrinks: shrinks
    )
    let comparison = try #require(found)
    #expect(comparison.seed == 2)
    #expect(!comparison.agrees)
    #expect(comparison.divergence?.groups == [["steady"], ["odd"]])
    #expect(
      comparison.description == """
        The engines diverge on 'counting' before step 1, 0 at 0ms, in the schedule of seed 2.

        steady against odd.

        steady (-) against odd (+):
        - 0
        + 1

        \(Self.words)
        """
    )
  }
}
#endif
