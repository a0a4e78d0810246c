import ElmEngine
import StoreCore
import StoreSimulation
import Testing

/// A clock on which no sleep waits.
@MainActor
@Suite struct ImmediateClockTests {
  private struct Failure: Error {}

  private enum Action: Sendable { case start, ended }

  @Test func `a sleep ends at once, and moves the time`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(3))
    #expect(clock.now.offset == .seconds(3))
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `a sleep of a cancelled task throws`() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }

  @Test func `delays, debounces and retries of a store take no time`() async {
    let executor = TestExecutor()
    let attempts = Locked(0)
    let options = StoreOptions(executor: executor, clock: ImmediateClock())
    let store = Store<Int, Action>(initialState: 0, options: options) { state, action in
      switch action {
      case .start:
        let work: Effect<Action> = .task {
          let attempt = attempts.withLock { attempts in
            attempts += 1
            return attempts
          }
          guard attempt == 3 else { throw Failure() }
          return .ended
        }
        return (state, work.retry(RetryPolicy(attempts: 3, delay: .seconds(60))).debounce(id: "work", for: .seconds(1)))
      case .ended:
        return (state + 1, .none)
      }
    }
    store.send(.start)
    await store.settle()
    #expect(store.state == 1)
    #expect(attempts.withLock { $0 } == 3)
  }
}
