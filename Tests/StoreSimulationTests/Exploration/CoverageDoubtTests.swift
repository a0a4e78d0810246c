import ElmEngine
import FeatureEngine
import Observation
import StoreSimulation
import Testing

/// Explorations whose runs could not have failed.
@MainActor
@Suite struct CoverageDoubtTests {
  private typealias Effect = ElmEngine.Effect

  private enum Action: Sendable {
    case upload
    case uploadAll
    case uploaded
    case delete
  }

  private func makeStore(_ bench: TestBench) -> ElmEngine.Store<Int, Action> {
    ElmEngine.Store(initialState: 0, options: bench.options) { (count: inout Int, action: Action) -> Effect<Action> in
      switch action {
      case .upload: return .cancellable({ .uploaded }, "upload")
      case .uploadAll: return .merge([.cancellable({ .uploaded }, "a"), .cancellable({ .uploaded }, "b")])
      case .uploaded: count += 1
      case .delete: count = 0
      }
      return .none
    }
  }

  // MARK: Nothing checked

  @Test func `a test without a property and an outcome that cannot throw checks nothing`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<20) { bench in
      let store = makeStore(bench)
      await bench.step("uploads") { store.send(.upload) }
      await bench.step("deletes") { store.send(.delete) }
      await bench.clock.runUntilIdle()
    }
    #expect(!exploration.agrees)
    #expect(
      exploration.doubts == [
        """
        Nothing was checked: the test has no property, by 'bench.always' or 'bench.finally', returns no outcome, and \
        throws nothing. An exploration does not see '#expect'.
        """
      ]
    )
  }

  @Test func `a test that can throw, has a property or an outcome checks something`() async throws {
    func play(_ bench: TestBench) async -> ElmEngine.Store<Int, Action> {
      let store = makeStore(bench)
      await bench.step("uploads") { store.send(.upload) }
      await bench.step("uploads again") { store.send(.upload) }
      await bench.clock.runUntilIdle()
      return store
    }
    let throwing = await exploreSchedules(seeds: 0..<20) { bench in
      let store = await play(bench)
      try #require(store.state < 3)
    }
    #expect(throwing.agrees, "\(throwing)")
    let outcome = await exploreSchedules(seeds: 0..<20) { bench in
      let store = await play(bench)
      return store.state < 3
    }
    #expect(outcome.agrees, "\(outcome)")
    let property = await exploreSchedules(seeds: 0..<20) { bench in
      let store = await play(bench)
      bench.always(store, "at most two") { $0 < 3 }
    }
    #expect(property.agrees, "\(property)")
  }

  // MARK: Nothing met

  private func explore(
    _ action: Action = .upload,
    faults: FaultPlan = .none,
    deletingAt time: Duration
  ) async -> ScheduleExploration<NoOutcome> {
    let exploration = await exploreSchedules(seeds: 0..<20, faults: faults) { bench in
      let store = makeStore(bench)
      bench.always(store, "at most two") { $0 < 3 }
      await bench.step("uploads") { store.send(action) }
      await bench.step("deletes", at: time) { store.send(.delete) }
    }
    return exploration
  }

  @Test func `a step that comes long after all effects could not be in their way`() async {
    let late = await explore(deletingAt: .seconds(10))
    #expect(!late.agrees)
    #expect(
      late.doubts == [
        """
        No step came while an effect ran, and no two effects ran at a time: nothing could be in the way of anything. \
        Bring the steps closer together, let some come 'within:' a while, or let effects take longer by 'time:'.
        """
      ]
    )
    #expect(await explore(deletingAt: .milliseconds(300)).agrees)
  }

  @Test func `effects that run at a time, or go wrong, are worth a run`() async {
    #expect(await explore(.uploadAll, deletingAt: .seconds(10)).agrees)
    #expect(await explore(faults: .seeded([.slow(.milliseconds(1))]), deletingAt: .seconds(10)).agrees)
  }

  @Test func `a replay, and a test with one step, need no step that meets an effect`() async {
    func play(_ bench: TestBench, deletes: Bool) async {
      let store = makeStore(bench)
      bench.always(store, "at most two") { $0 < 3 }
      await bench.step("uploads") { store.send(.upload) }
      if deletes { await bench.step("deletes", at: .seconds(10)) { store.send(.delete) } }
    }
    let replay = await replaySchedule([.late(.end, of: "upload#1", by: .seconds(1))]) { await play($0, deletes: true) }
    #expect(replay.agrees, "\(replay)")
    let one = await exploreSchedules(seeds: 0..<20) { await play($0, deletes: false) }
    #expect(one.agrees, "\(one)")
  }

  // MARK: No time

  struct Counter: Feature {
    @Observable
    final class State {
      var count = 0
      var notes = 0
    }

    enum Action: Sendable {
      case add
      case note
    }

    /// A server that answers at once, or after a while.
    let delay: Duration?

    func next(after count: Int) async throws -> Int {
      if let delay { try await EffectClock.current.sleep(for: delay) }
      return count + 1
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .add:
          return .run(id: "add") { state in
            let count = try await next(after: state.count)
            state.count = count
          }
          .policy(.concurrent)
        case .note:
          return .run(id: "note") { _ in _ = try await next(after: 0) }
        }
      }
    }
  }

  private func explore(delay: Duration?, _ actions: Counter.Action...) async -> ScheduleExploration<NoOutcome> {
    let exploration = await exploreSchedules(seeds: 0..<200) { bench in
      let feature = Counter(delay: delay)
      let store = FeatureEngine.Store(initialState: Counter.State(), feature: feature, options: bench.options)
      var additions = 0
      bench.finally(store, "no addition is lost") { $0.count == additions }
      for (index, action) in actions.enumerated() {
        await bench.step("\(action)s", at: .milliseconds(400 * index)) {
          store.send(action)
          if action == .add { additions += 1 }
        }
      }
    }
    return exploration
  }

  @Test func `an effect that changes an object in no time leaves a doubt, and in some time a bug`() async {
    let atOnce = await explore(delay: nil, .add, .add)
    #expect(atOnce.failure == nil, "\(atOnce)")
    #expect(!atOnce.agrees)
    #expect(
      atOnce.doubts == [
        """
        What changes the state by itself has taken no time: 'add'. Nothing could come between what it has read and what \
        it writes. Let what it asks for take a while, by 'EffectClock.current.sleep'; if it asks for nothing, change the \
        state in the handler.
        """
      ]
    )
    #expect(await explore(delay: .milliseconds(1), .add, .add).failure != nil)
    #expect(await explore(delay: .milliseconds(1), .add, .note).agrees)
  }

  @Test func `an effect that changes nothing may take no time`() async {
    #expect(await explore(delay: nil, .note, .note).agrees)
  }

  // MARK: Latencies

  /// Shows the last answer.
  private func load(_ bench: TestBench, returnsEarly: Bool = false) async -> Int {
    let store = ElmEngine.Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
      action > 0
        ? (state, .program(.task(EffectOptions(id: "load", policy: .concurrent)) { -action })) : (-action, .none)
    }
    await bench.step("loads 1") { store.send(1) }
    await bench.step("loads 2", at: .milliseconds(500)) { store.send(2) }
    if !returnsEarly { await bench.clock.runUntilIdle() }
    return store.state
  }

  @Test func `effects take up to two seconds longer by default`() async {
    let exploration = await exploreSchedules(seeds: 0..<200) { await load($0) }
    #expect(exploration.shrunk?.deviations.count == 1)
    var outcomes: Set<Int> = []
    for seed in 0..<20 { outcomes.insert(await load(TestBench(seed: UInt64(seed)))) }
    #expect(outcomes == [1, 2])
    #expect(await exploreSchedules(seeds: 0..<200, time: .exact) { await load($0) }.failure == nil)
    #expect(await load(TestBench()) == 2)
    #expect(!"\(exploration)".contains("had not ended"))
  }

  @Test func `an outcome that differs because the test has not waited for its effects says so`() async {
    let exploration = await exploreSchedules(seeds: 0..<200) { await load($0, returnsEarly: true) }
    let words = "When the test returned its outcome, this had not ended: 'load'."
    #expect("\(exploration)".contains(words), "\(exploration)")
  }
}
