import StoreSimulation
import Testing

@MainActor
@Suite struct TestExecutorTests {
  @Test func `jobs run in the order in which they became ready`() {
    let executor = TestExecutor()
    let order = Names()
    for number in 0..<100 {
      Task.detached(executorPreference: executor) { order.append("\(number)") }
    }
    #expect(order.all.isEmpty)
    #expect(executor.runUntilIdle())
    #expect(order.all == (0..<100).map(\.description))
    #expect(!executor.runUntilIdle())
  }

  @Test func `jobs run without a call of settle`() async {
    let executor = TestExecutor()
    let task = Task.detached(executorPreference: executor) { 42 }
    #expect(await task.value == 42)
  }

  @Test func `a run until idle yields after a thousand jobs, and the rest runs by itself`() async {
    let executor = TestExecutor()
    let tasks = (0..<2_500).map { number in
      Task.detached(executorPreference: executor) { number }
    }
    #expect(executor.runUntilIdle())
    #expect(executor.jobCount == 1_000)
    #expect(await tasks.last?.value == 2_499)
    #expect(executor.jobCount == 2_500)
  }

  @Test func `settle follows tasks to the main actor and back`() async {
    let executor = TestExecutor()
    let steps = Names()
    Task.detached(executorPreference: executor) {
      for number in 0..<10 {
        await MainActor.run { steps.append("main \(number)") }
        steps.append("executor \(number)")
      }
    }
    await executor.settle()
    #expect(steps.all.count == 20)
    #expect(steps.all.last == "executor 9")
  }

  @Test func `settle follows a chain on a busy main actor for three links`() async {
    let executor = TestExecutor()
    let steps = Names()
    let load = MainActorLoad()
    Task.detached { @MainActor in
      steps.append("1")
      Task.detached { @MainActor in
        steps.append("2")
        Task.detached { @MainActor in steps.append("3") }
      }
    }
    load.begin()
    await executor.settle()
    load.end()
    #expect(steps.all == ["1", "2", "3"])
  }

  @Test func `settle follows a main-actor chain that an executor's job begins for three links`() async {
    let executor = TestExecutor()
    let steps = Names()
    Task.detached(executorPreference: executor) {
      Task.detached { @MainActor in
        steps.append("1")
        Task.detached { @MainActor in
          steps.append("2")
          Task.detached { @MainActor in steps.append("3") }
        }
      }
    }
    await executor.settle()
    #expect(steps.all == ["1", "2", "3"])
  }

  @Test func `settle follows a task to a busy main actor and back, again and again`() async {
    let executor = TestExecutor()
    let steps = Names()
    let load = MainActorLoad()
    Task.detached(executorPreference: executor) {
      for number in 1...20 {
        await Task.detached { @MainActor in }.value
        steps.append("\(number)")
      }
    }
    load.begin()
    await executor.settle()
    load.end()
    #expect(steps.all == (1...20).map(\.description))
  }
}

/// Keeps the main actor busy with short jobs, so that a job on it waits longer than one in the pool.
@MainActor
private final class MainActorLoad {
  private var hasEnded = false

  func begin() {
    guard !hasEnded else { return }
    Task.detached { @MainActor in
      let end = ContinuousClock.now + .milliseconds(1)
      while ContinuousClock.now < end {}
      self.begin()
    }
  }

  func end() {
    hasEnded = true
  }
}
