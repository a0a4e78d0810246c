import ElmEngine
import StoreSimulation
import Testing
import _StoreTestSupport

/// Loops that go on for ever at one time of the clock, within each wait that there is.
@MainActor
@Suite struct EndlessLoopTests {
  /// A loop, by the effect of the action 0.
  enum Loop: CaseIterable, Sendable {
    /// An effect sends its own action at once.
    case again
    /// An effect sends its own action at once, and waits for what that does.
    case nested
    /// Two stores send each other their values.
    case crossing
    /// An operation works, and ignores its cancellation.
    case work
    /// A stream has the next element at once.
    case stream
    /// A sleep without a duration is no wait.
    case sleeps
  }

  enum Wait: CaseIterable, Sendable {
    case perform
    case value
    case settle
    case finish
    case advance
    case runUntilIdle
  }

  @MainActor
  private final class Other {
    weak var store: Store<Int, Int>?
  }

  private func effect(_ loop: Loop, _ other: Other) -> Effect<Int> {
    switch loop {
    case .again: .run { $0(0) }
    case .nested: .run { await $0.perform(0) }
    case .crossing: .run { _ in await MainActor.run { _ = other.store?.send(0) } }
    case .work: .run { _ in while true { await withTaskGroup { $0.addTask {} } } }
    case .stream: .stream(AsyncStream(unfolding: { 1 }), id: "stream")
    case .sleeps: .run { send in while true { try? await send.clock.sleep(for: .zero) } }
    }
  }

  private func makeStores(_ loop: Loop, _ options: StoreOptions) -> [Store<Int, Int>] {
    let others = [Other(), Other()]
    let stores = others.map { other in
      Store<Int, Int>(initialState: 0, options: options) { state, action in
        (state + 1, action == 0 ? effect(loop, other) : .none)
      }
    }
    for (other, store) in zip(others, stores.reversed()) { other.store = store }
    return stores
  }

  private func wait(_ wait: Wait, _ store: Store<Int, Int>, _ bench: TestBench) async {
    switch wait {
    case .perform: return await store.perform(0)
    case .value: return await store.send(0).value
    case .settle, .finish, .advance, .runUntilIdle: store.send(0)
    }
    switch wait {
    case .settle: await store.settle()
    case .advance: await bench.clock.advance(by: .seconds(1))
    case .runUntilIdle: await bench.clock.runUntilIdle()
    default: try? await bench.finish()
    }
  }

  // 'perform' and 'value' did not return.
  @Test(arguments: Loop.allCases, Wait.allCases)
  func `each wait for a loop at one time ends, and the bench says that it is never quiet`(
    loop: Loop,
    wait: Wait
  ) async {
    // With faults effects go by way of the simulation.
    for faults in [FaultPlan.none, FaultPlan(["none#1": .fails])].prefix(wait == .perform ? 2 : 1) {
      let bench = TestBench(faults: faults)
      bench.executor.activity.mostTurns = 200
      let issues = IssueLog()
      var options = bench.options
      options.onIssue = issues.record
      let stores = makeStores(loop, options)
      await self.wait(wait, stores[0], bench)
      let broken = await #expect(throws: BrokenProperty.self) { try await bench.finish() }
      #expect(broken?.property == "all becomes quiet", "\(issues.all.map(\.message))")
      withExtendedLifetime(stores) {}
    }
  }

  @Test func `a wait that is given up names the actions that repeat`() async {
    let bench = TestBench(faults: FaultPlan(["none#1": .fails]))
    bench.executor.activity.mostTurns = 200
    let issues = IssueLog()
    var options = bench.options
    options.onIssue = issues.record
    let stores = makeStores(.again, options)
    await stores[0].perform(0)
    let words = "A wait for the effects of an action was given up while the time stood still: never quiet: 0, 0, …."
    #expect(issues.all.map(\.message).contains { $0.hasPrefix(words) }, "\(issues.all.map(\.message))")
    withExtendedLifetime(stores) {}
  }

  @Test func `in an exploration the run says what goes on for ever, and no store does`() async {
    let issues = IssueLog()
    let exploration = await exploreSchedules(seeds: 0..<1, time: .exact, shrinks: false) { bench in
      bench.executor.activity.mostTurns = 200
      var options = bench.options
      options.onIssue = issues.record
      let stores = makeStores(.work, options)
      await stores[0].perform(0)
      withExtendedLifetime(stores) {}
    }
    #expect("\(exploration)".contains("never quiet, without any action"))
    #expect(issues.all.isEmpty, "\(issues.all.map(\.message))")
  }
}
