import ElmEngine
import StoreSimulation
import Testing

/// Loops that go on for ever while the clock stands still.
@MainActor
@Suite struct NeverQuietTests {
  private enum Action: Sendable {
    case set(Int)
  }

  /// A store that sends its value to another one, which sends its own back.
  @MainActor
  private final class Pair {
    weak var second: Store<Int, Action>?
  }

  /// Two stores that follow each other's values, by effects without a wait.
  ///
  /// Values that cross never settle, unless a change of order lets one overtake; with a number that is added, nothing does.
  private func pair(_ bench: TestBench, adding number: Int = 0) -> (Store<Int, Action>, Store<Int, Action>) {
    var options = bench.options
    options.onIssue = { _ in }
    func make(_ other: Pair) -> Store<Int, Action> {
      Store(initialState: 0, options: options) { (state: inout Int, action: Action) -> Effect<Action> in
        guard case .set(let value) = action, value != state else { return .none }
        state = value
        return .run { _ in await MainActor.run { _ = other.second?.send(.set(value + number)) } }
      }
    }
    let (first, second) = (Pair(), Pair())
    let stores = (make(first), make(second))
    first.second = stores.1
    second.second = stores.0
    return stores
  }

  // It took eight minutes.
  @Test func `two stores whose values cross never become quiet, and the report names what repeats`() async throws {
    let bench = TestBench()
    let stores = pair(bench)
    bench.finally(stores.0, "they agree") { $0 == stores.1.state }
    stores.0.send(.set(1))
    stores.1.send(.set(2))
    let broken = await #expect(throws: BrokenProperty.self) { try await bench.finish() }
    #expect(broken?.property == "all becomes quiet")
    #expect(
      broken?.description
        == "never quiet: set, set, …\nThis goes on for ever at 0ms: let it end, or wait for the clock"
    )
  }

  @Test func `an exploration cuts a loop down, and shortens its lists`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<20, time: .exact) { bench in
      let stores = pair(bench, adding: 1)
      await bench.step("sets both") {
        stores.0.send(.set(1))
        stores.1.send(.set(2))
      }
      await bench.step("looks") {}
      await bench.executor.settle()
      withExtendedLifetime(stores) {}
    }
    let report = "\(exploration)"
    #expect(report.contains("never quiet: set, set, …"))
    #expect(report.split(separator: "\n").count < 300)
    #expect(try #require(exploration.shrunk?.outcome.failure as? BrokenProperty).property == "all becomes quiet")
  }

  @Test func `what goes on for ever and ignores its cancellation ends with its run`() async throws {
    weak var executor: TestExecutor?
    let exploration = await exploreSchedules(seeds: 0..<1, time: .exact, shrinks: false) { bench in
      executor = bench.executor
      var options = bench.options
      options.onIssue = { _ in }
      let store = Store<Int, Int>(initialState: 0, options: options) { state, _ in
        (state, .run { _ in while true { await withTaskGroup { $0.addTask {} } } })
      }
      store.send(0)
      await bench.executor.settle()
    }
    #expect("\(exploration)".contains("never quiet, without any action"))
    let count = executor?.jobCount
    await Task { @MainActor in }.value
    #expect(executor?.jobCount == count)
  }

  @Test(arguments: [false, true])
  func `a cancel ends a wait for something that never ends`(byTime: Bool) async {
    let task = CancellableTask()
    let bench = TestBench()
    await task.run { @MainActor in
      var ticks = 0
      let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
        guard action == 0 else { return (state, .none) }
        return (
          state,
          .run { send in
            while true {
              try await send.clock.sleep(for: .milliseconds(1))
              send(1)
            }
          }
        )
      }
      store.runtime.subscribe(toActions: { _ in
        ticks += 1
        if ticks == 3 { task.cancel() }
      })
      store.send(0)
      if byTime { try? await bench.finish() } else { await bench.clock.runUntilIdle() }
      #expect(ticks < 10)
    }
  }

  @Test func `a wait without an end is given up after very many wakings`() async {
    let bench = TestBench(isTraced: false)
    let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, _ in
      (state, .run { send in while true { try await send.clock.sleep(for: .nanoseconds(1)) } })
    }
    store.send(0)
    try? await bench.finish()
    #expect(bench.clock.now.offset == .nanoseconds(100_000))
    store.cancel(.all)
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
