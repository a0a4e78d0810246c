import StoreTesting
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
    #expect(order.all == (0..<100).map(String.init))
    #expect(!executor.runUntilIdle())
  }

  @Test func `jobs run without anybody settling`() async {
    let executor = TestExecutor()
    let task = Task.detached(executorPreference: executor) { 42 }
    #expect(await task.value == 42)
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
}
