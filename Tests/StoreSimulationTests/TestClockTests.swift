import ElmEngine
import StoreRecording
import StoreSimulation
import Testing
import _StoreTestSupport

@MainActor
@Suite struct TestClockTests {
  private let executor = TestExecutor()

  /// Starts sleepers that record their names when they wake.
  private func sleepers(_ clock: TestClock, _ names: [(String, Duration)]) -> Names {
    let woken = Names()
    for (name, duration) in names {
      Task.detached(executorPreference: executor) {
        try await clock.sleep(for: duration)
        woken.append("\(name) at \(clock.now.offset.components.seconds)")
      }
    }
    return woken
  }

  @Test func `sleepers wake in the order of their deadlines, and at them`() async {
    let clock = TestClock(executor: executor)
    let woken = sleepers(clock, [("c", .seconds(3)), ("a", .seconds(1)), ("b", .seconds(2)), ("a too", .seconds(1))])
    await clock.advance(by: .seconds(2))
    #expect(woken.all == ["a at 1", "a too at 1", "b at 2"])
    #expect(clock.deadlines == [TestClock.Instant(offset: .seconds(3))])
    await clock.runUntilIdle()
    #expect(woken.all.last == "c at 3")
    #expect(clock.now == TestClock.Instant(offset: .seconds(3)))
  }

  @Test func `advancing to the next deadline wakes all its sleepers, and reports when none is left`() async {
    let clock = TestClock(executor: executor)
    let woken = sleepers(clock, [("c", .seconds(3)), ("a", .seconds(1)), ("a too", .seconds(1))])
    #expect(await clock.advanceToNextDeadline())
    #expect(woken.all == ["a at 1", "a too at 1"])
    #expect(await clock.advanceToNextDeadline())
    #expect(woken.all.last == "c at 3")
    #expect(await !clock.advanceToNextDeadline())
    #expect(clock.now == TestClock.Instant(offset: .seconds(3)))
  }

  @Test func `a woken task may sleep again during the advance`() async {
    let clock = TestClock(executor: executor)
    let ticks = Names()
    let task = Task.detached(executorPreference: executor) {
      while true {
        try await clock.sleep(for: .milliseconds(300))
        ticks.append("tick")
      }
    }
    await clock.advance(by: .seconds(1))
    #expect(ticks.all.count == 3)
    #expect(clock.now.offset == .seconds(1))
    task.cancel()
    await executor.settle()
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `a cancelled sleeper throws and is removed from the clock`() async {
    let clock = TestClock(executor: executor)
    let task = Task.detached(executorPreference: executor) { try await clock.sleep(for: .seconds(1)) }
    await executor.settle()
    #expect(clock.deadlines.count == 1)
    task.cancel()
    #expect(clock.deadlines.isEmpty)
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a sleep until a deadline that has passed does not wait`() async throws {
    let clock = TestClock(executor: executor)
    await clock.advance(by: .seconds(1))
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
    try await clock.sleep(until: TestClock.Instant(offset: .zero))
  }

  @Test func `the clock never goes back`() async {
    let clock = TestClock(executor: executor)
    await clock.advance(by: .seconds(2))
    await clock.advance(to: TestClock.Instant(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `a sleep of a cancelled task throws, even until a deadline that has passed`() async {
    let clock = TestClock(executor: executor)
    let task = Task.detached(executorPreference: executor) {
      try await clock.sleep(until: TestClock.Instant(offset: .zero))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `the end of one sleep leaves the others asleep`() async throws {
    let clock = TestClock(executor: executor)
    let task = Task.detached(executorPreference: executor) { try await clock.sleep(for: .seconds(1)) }
    let woken = sleepers(clock, [("b", .seconds(2))])
    await executor.settle()
    task.cancel()
    #expect(clock.deadlines == [TestClock.Instant(offset: .seconds(2))])
    await clock.advance(by: .seconds(2))
    #expect(woken.all == ["b at 2"])
  }

  @Test func `run until idle wakes all sleepers, also those that have yet to fall asleep`() async {
    let clock = TestClock(executor: executor)
    let woken = sleepers(clock, [("b", .seconds(2)), ("a", .seconds(1))])
    await clock.runUntilIdle()
    #expect(woken.all == ["a at 1", "b at 2"])
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `a clock that jumps wakes all due sleepers at the new time, in the order of their deadlines`() async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let (woken, continuation) = AsyncStream.makeStream(of: String.self)
    for seconds in [3, 1, 2, 30] {
      Task(executorPreference: executor) {
        try? await clock.sleep(for: .seconds(seconds))
        continuation.yield("\(seconds) at \(clock.now.offset.components.seconds)")
      }
    }
    await clock.jump(by: .seconds(10))
    #expect(clock.now.offset == .seconds(10))
    #expect(clock.deadlines.map(\.offset) == [.seconds(30)])
    await clock.jump(by: .seconds(20))
    continuation.finish()
    var all: [String] = []
    for await one in woken { all.append(one) }
    #expect(all == ["1 at 10", "2 at 10", "3 at 10", "30 at 30"])
  }

  @Test func `a sleeper is woken after three links of a main-actor chain begun by the previous one`()
    async
  {
    let clock = TestClock(executor: executor)
    let links = Names()
    let woken = sleepers(clock, [("b", .seconds(2))])
    Task.detached(executorPreference: executor) {
      try await clock.sleep(for: .seconds(1))
      Task.detached { @MainActor in
        links.append("1 at \(clock.now.offset.components.seconds)")
        Task.detached { @MainActor in
          links.append("2 at \(clock.now.offset.components.seconds)")
          Task.detached { @MainActor in links.append("3 at \(clock.now.offset.components.seconds)") }
        }
      }
    }
    await clock.advance(by: .seconds(2))
    #expect(links.all == ["1 at 1", "2 at 1", "3 at 1"])
    #expect(woken.all == ["b at 2"])
  }

  @Test func `a sleeper is woken after the previous one's repeated hops to the main actor and back`() async {
    let clock = TestClock(executor: executor)
    let steps = Names()
    for seconds in 1...2 {
      Task.detached(executorPreference: executor) {
        try await clock.sleep(for: .seconds(seconds))
        for _ in 0..<10 { await MainActor.run {} }
        steps.append("\(seconds) at \(clock.now.offset.components.seconds)")
      }
    }
    await clock.advance(by: .seconds(5))
    #expect(steps.all == ["1 at 1", "2 at 2"])
  }

  @Test func `an executor that runs nothing by itself is run between two wakings`() async {
    let executor = LazyExecutor()
    let clock = TestClock(followedBy: executor)
    let steps = Names()
    for seconds in 1...2 {
      Task.detached(executorPreference: executor) {
        try await clock.sleep(for: .seconds(seconds))
        await MainActor.run {}
        steps.append("\(seconds) at \(clock.now.offset.components.seconds)")
      }
    }
    await clock.advance(by: .seconds(5))
    #expect(steps.all == ["1 at 1", "2 at 2"])
  }

  @Test func `the next sleeper is woken once the one before has resumed, however long its executor takes`() async {
    let clock = TestClock(executor: executor)
    let slow = LazyExecutor()
    let steps = Names()
    for seconds in 1...2 {
      Task.detached(executorPreference: slow) {
        try await clock.sleep(for: .seconds(seconds))
        steps.append("\(seconds) at \(clock.now.offset.components.seconds)")
      }
    }
    _ = slow.runUntilIdle()
    Task { @MainActor in
      while steps.all.count < 2 {
        for _ in 0..<200 { await Task.detached { @MainActor in }.value }
        _ = slow.runUntilIdle()
      }
    }
    await clock.advance(by: .seconds(5))
    #expect(steps.all == ["1 at 1", "2 at 2"])
  }

  @Test func `a sleeper whose executor does not run is not waited for without end`() async {
    let clock = TestClock(executor: executor)
    let slow = LazyExecutor()
    let steps = Names()
    Task.detached(executorPreference: slow) {
      try await clock.sleep(for: .seconds(1))
      steps.append("woken")
    }
    _ = slow.runUntilIdle()
    await clock.advance(by: .seconds(5))
    #expect(clock.deadlines.isEmpty)
    #expect(steps.all.isEmpty)
    _ = slow.runUntilIdle()
    #expect(steps.all == ["woken"])
  }

  // The trace could not write that time, and ended the program.
  @Test func `a task that sleeps until the last possible time is woken, and the trace has its time`() async {
    let bench = TestBench()
    let clock = bench.clock
    let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
      guard action == 0 else { return (state + action, .none) }
      return (
        state,
        .task {
          try await clock.sleep(for: .seconds(Int64.max))
          return 1
        }
      )
    }
    store.send(0)
    await clock.runUntilIdle()
    #expect(store.state == 1)
    #expect(bench.recorder.recording.records.last?.clockTime == .seconds(Int64.max))
    #expect(bench.trace.last?.hasSuffix("ms  handled 1, sent by effect without a name") == true)
  }
}
