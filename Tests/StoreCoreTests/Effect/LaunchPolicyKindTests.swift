import StoreCore
import Testing

@Suite struct LaunchPolicyKindTests {
  @Test func `each policy has the kind that it was made with`() {
    #expect(LaunchPolicy.replace.kind == .replace)
    #expect(LaunchPolicy.concurrent.kind == .concurrent)
    #expect(LaunchPolicy.keepRunning.kind == .oldestFirst(running: 1, waiting: 0))
    #expect(LaunchPolicy.queue(limit: 3).kind == .oldestFirst(running: 1, waiting: 3))
    #expect(LaunchPolicy.atMost(2, .newestWins).kind == .newestWins(limit: 2))
    #expect(LaunchPolicy.atMost(2, .oldestFirst).kind == .oldestFirst(running: 2, waiting: .max))
    #expect(LaunchPolicy.atMost(2, waiting: 3).kind == .oldestFirst(running: 2, waiting: 3))
  }

  @Test func `policies of one kind are equal if the same number may run and wait`() {
    #expect(LaunchPolicy.queue(limit: 3) != .queue(limit: 4))
    #expect(LaunchPolicy.queue(limit: 0) == .keepRunning)
    #expect(LaunchPolicy.atMost(1, waiting: 0) == .keepRunning)
    #expect(LaunchPolicy.atMost(1, waiting: 2) == .queue(limit: 2))
    #expect(LaunchPolicy.atMost(1, .newestWins) != .replace)
    #expect(LaunchPolicy.atMost(.max, .newestWins) != .concurrent)
  }
}
