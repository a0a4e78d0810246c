import ElmEngine
import StoreSimulation
import Testing

/// Effects that wait for something that a bench does not see.
@MainActor
@Suite struct UnseenWaitTests {
  private func play(_ bench: TestBench, operation: @escaping @Sendable () async throws -> Void) async {
    let store = Store(initialState: 0, options: bench.options) { (state: inout Int, isUpload: Bool) -> Effect<Bool> in
      guard isUpload else {
        state += 1
        return .none
      }
      return .run { send in
        try await operation()
        send(false)
      }
      .cancellable(id: "upload")
    }
    bench.finally(store, "it is uploaded") { $0 == 1 }
    await bench.step("uploads") { store.send(true) }
  }

  @Test func `what has not ended when all is quiet is named, with the clock that the bench sees`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<3, time: .exact) { bench in
      await play(bench) { for await _ in AsyncStream<Int>.makeStream().stream {} }
    }
    #expect(!exploration.agrees)
    #expect(exploration.failure == nil)
    let doubt = try #require(exploration.doubts.first)
    #expect(exploration.description == doubt)
    #expect(doubt.hasPrefix("Nothing is proven, as it needs no delay or fault: 'it is uploaded' was broken at 0ms."))
    #expect(doubt.contains("All was quiet, but this had not ended: 'upload'."))
    #expect(doubt.contains("'EffectClock.current.sleep'"))
    let replay = await replaySchedule([.late(.begin, of: "upload#1", by: .seconds(1))]) { bench in
      await play(bench) { for await _ in AsyncStream<Int>.makeStream().stream {} }
    }
    #expect(replay.failure == nil && replay.doubts.count == 1, "\(replay)")
  }

  @Test func `a property that only a schedule breaks is broken, beside a subscription that waits`() async {
    let exploration = await exploreSchedules(seeds: 0..<100, time: .latency(0...2)) { bench in
      let store = Store(initialState: 0, options: bench.options) { (state: inout Int, step: Int) -> Effect<Int> in
        guard step == 0 else {
          state = step
          return .none
        }
        return .merge([
          .run { _ in for await _ in AsyncStream<Int>.makeStream().stream {} },
          .cancellable({ 1 }, "one"), .cancellable({ 2 }, "two"),
        ])
      }
      bench.finally(store, "two comes last") { $0 == 2 }
      await bench.step("loads") { store.send(0) }
    }
    #expect(exploration.failure != nil && exploration.shrunk != nil, "\(exploration)")
    #expect(exploration.doubts.isEmpty)
  }

  @Test func `a run that fails without a delay says so`() async {
    let exploration = await exploreSchedules(seeds: 0..<3) { bench in
      let store = Store(initialState: 0, options: bench.options) { (state: inout Int, step: Int) -> Effect<Int> in
        state += step
        return .none
      }
      bench.always(store, "less than two") { $0 < 2 }
      await bench.step("adds nothing") { store.send(0) }
      await bench.step("adds two") { store.send(2) }
    }
    let words = "It fails without any delay, fault or change of order: no search is needed to see it."
    #expect("\(exploration)".contains(words), "\(exploration)")
  }

  @Test func `an effect that waits by its store's clock is seen`() async {
    let exploration = await exploreSchedules(seeds: 0..<3, time: .latency(0...1)) { bench in
      await play(bench) { try await EffectClock.current.sleep(for: .seconds(1)) }
    }
    #expect(exploration.agrees, "\(exploration)")
  }

  @Test func `an effect that never answers because of a fault is not named`() async {
    let exploration = await exploreSchedules(seeds: 0..<3, faults: FaultPlan(["upload#1": .neverAnswers])) { bench in
      await play(bench) {}
    }
    #expect(exploration.failure != nil)
    #expect(!"\(exploration)".contains("All was quiet, but"))
  }
}
