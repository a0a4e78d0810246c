import ElmEngine
import StoreSimulation
import Testing
import _StoreTestSupport

/// Runs whose choices come from a seed.
@MainActor
@Suite struct ScheduleTests {
  private enum Action: Sendable {
    case start
    case ended(Int)
  }

  /// Four effects that end one after another, in whichever order they run.
  private func makeStore(_ bench: TestBench) -> Store<[Int], Action> {
    Store<[Int], Action>(initialState: [], options: bench.options) { state, action in
      switch action {
      case .start: (state, .merge((0..<4).map { number in .task { .ended(number) } }))
      case .ended(let number): (state + [number], .none)
      }
    }
  }

  private func run(seed: UInt64) async -> (state: [Int], trace: [String]) {
    let bench = TestBench(seed: seed, time: .exact)
    let store = makeStore(bench)
    store.send(.start)
    await store.settle()
    return (store.state, bench.trace)
  }

  @Test func `a seed has the same run each time, and other seeds have others`() async {
    var orders: Set<[Int]> = []
    for seed in 0..<50 as Range<UInt64> {
      let run = await run(seed: seed)
      let again = await self.run(seed: seed)
      #expect(run == again)
      #expect(run.state.sorted() == [0, 1, 2, 3])
      orders.insert(run.state)
    }
    #expect(orders.count > 10)
  }

  @Test func `without a seed things happen in the order in which they became ready`() async {
    let bench = TestBench()
    let store = makeStore(bench)
    store.send(.start)
    await store.settle()
    #expect(store.state == [0, 1, 2, 3])
    #expect(!bench.trace.contains { $0.contains("chosen") })
  }

  @Test func `actions of effects are handled before or after other effects continue`() async {
    var isEarly: Set<Bool> = []
    for seed in 0..<20 as Range<UInt64> {
      let bench = TestBench(seed: seed, time: .exact)
      let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
        switch action {
        case 0: (state, .merge([.task { 1 }, .task { 2 }]))
        default: (state + 1, .none)
        }
      }
      store.send(0)
      await store.settle()
      #expect(store.state == 2)
      isEarly.insert(bench.trace.contains { $0.contains("the main actor had a turn") })
    }
    #expect(isEarly == [true, false])
  }

  @Test func `tasks that sleep until the same time are woken in the order of the seed`() async {
    var orders: Set<[Int]> = []
    for seed in 0..<100 as Range<UInt64> {
      let bench = TestBench(seed: seed, time: .exact)
      let clock = bench.clock
      let store = Store<[Int], Action>(initialState: [], options: bench.options) { state, action in
        switch action {
        case .start:
          let members: [Effect<Action>] = (0..<3).map { number in
            .task {
              try await clock.sleep(for: .seconds(1))
              return .ended(number)
            }
          }
          return (state, .merge(members))
        case .ended(let number):
          return (state + [number], .none)
        }
      }
      store.send(.start)
      await bench.clock.advance(by: .seconds(1))
      #expect(store.state.sorted() == [0, 1, 2])
      orders.insert(store.state)
    }
    #expect(orders.count == 6)
  }

  @Test func `a clock that advances up to a time wakes no task at that time`() async {
    let bench = TestBench()
    let clock = bench.clock
    let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
      guard action == 0 else { return (state + action, .none) }
      return (
        state,
        .merge([
          .task {
            try await clock.sleep(for: .milliseconds(999))
            return 1
          },
          .task {
            try await clock.sleep(for: .seconds(1))
            return 10
          },
        ])
      )
    }
    store.send(0)
    await clock.advance(upTo: TestClock.Instant(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(1))
    #expect(store.state == 1)
    await clock.advance(by: .zero)
    #expect(store.state == 11)
  }

  @Test func `tasks that fell asleep one after another are woken in the order of the seed, too`() async {
    var orders: Set<[String]> = []
    for seed in 0..<30 as Range<UInt64> {
      let executor = TestExecutor(seed: seed)
      let clock = TestClock(executor: executor)
      let woken = Names()
      for number in 0..<3 {
        Task.detached(executorPreference: executor) {
          try await clock.sleep(for: .seconds(1))
          woken.append("\(number)")
        }
        await executor.settle()
      }
      await clock.advance(by: .seconds(1))
      orders.insert(woken.all)
    }
    #expect(orders.count == 6)
  }

  // Both ended the program.
  @Test(arguments: [Deviation.part(0, at: 1), .part(-3, at: 1), .sleeper(0, at: 1), .sleeper(9, at: 1)])
  func `a place that a choice does not have is the nearest one`(deviation: Deviation) async {
    let bench = TestBench(replaying: [deviation])
    let clock = bench.clock
    let store = Store<[Int], Action>(initialState: [], options: bench.options) { state, action in
      switch action {
      case .ended(let number): return (state + [number], .none)
      case .start:
        let members: [Effect<Action>] = (0..<3).map { number in
          .task {
            try await clock.sleep(for: .seconds(1))
            return .ended(number)
          }
        }
        return (state, .merge(members))
      }
    }
    store.send(.start)
    await clock.advance(by: .seconds(1))
    #expect(store.state == (deviation == .sleeper(9, at: 1) ? [2, 0, 1] : [0, 1, 2]))
  }
}
