import StoreCore
import Testing

/// Values that make no sense end the program with a message, in every build, at the line that gave them.
///
/// In these tests that is the line of the macro, as for everything inside one.
@Suite struct RefusedValueTests {
  private func expect(
    _ result: ExitTest.Result?,
    line: Int,
    _ words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    for word in words + ["\(#fileID):\(line): "] {
      #expect(message.contains(word), sourceLocation: sourceLocation)
    }
  }

  @Test func `a retry policy without attempts is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy(attempts: 0)
    }
    try expect(
      result,
      line: #line - 5,
      "A retry policy was given 0 attempts.",
      "The first attempt counts too",
      "Give it 'attempts: 1' or more."
    )
  }

  @Test func `a policy with a limit of zero and a queue is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LaunchPolicy.atMost(0, waiting: 1)
    }
    try expect(result, line: #line - 3, "The policy 'atMost' was given the limit 0.", "Give it 1 or more.")
  }

  @Test func `a policy with a negative queue limit is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LaunchPolicy.atMost(1, waiting: -1)
    }
    try expect(result, line: #line - 3, "A queue of effects was given the limit -1.")
  }

  @Test func `a timer and a poll without an interval are refused`() async throws {
    let timer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EffectProgram<Int>.timer(every: .zero, id: "clock") { 1 }
    }
    try expect(timer, line: #line - 3, "A timer was given the interval 0.0 seconds.", "more than zero")
    let poll = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EffectProgram<Int>.poll(every: .seconds(-1)) { 1 }
    }
    try expect(poll, line: #line - 3, "A poll was given the interval -1.0 seconds.")
  }

  @Test func `a retry policy that was changed to have no attempts is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var policy = RetryPolicy()
      policy.attempts = 0
      _ = RetryWaits(policy)
    }
    try expect(result, line: #line - 5, "A retry policy was given 0 attempts.")
  }

  @Test func `a multiplier that is not a number is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy(multiplier: .nan)
    }
    try expect(
      result,
      line: #line - 5,
      "A retry policy was given the multiplier nan.",
      "waits do not get shorter",
      "Give it 'multiplier: 1' or more"
    )
  }

  @Test func `a multiplier below one is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy(multiplier: 0)
    }
    try expect(result, line: #line - 3, "A retry policy was given the multiplier 0.0.")
  }

  @Test func `a jitter of more than the whole wait is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy(jitter: 1.5)
    }
    try expect(
      result,
      line: #line - 5,
      "A retry policy was given the jitter 1.5.",
      "at most the whole wait",
      "Give it a 'jitter:' from 0 to 1."
    )
  }

  @Test func `a queue with a negative limit is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LaunchPolicy.queue(limit: -1)
    }
    try expect(
      result,
      line: #line - 5,
      "A queue of effects was given the limit -1.",
      "which is 0 or more",
      "Give it 0 to let none wait"
    )
  }

  @Test func `a policy that would let nothing run is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LaunchPolicy.atMost(0, .oldestFirst)
    }
    try expect(
      result,
      line: #line - 5,
      "The policy 'atMost' was given the limit 0.",
      "none would ever start",
      "Give it 1 or more."
    )
  }

  @Test func `a chain limit of zero is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = StoreOptions(chainLimit: 0)
    }
    try expect(
      result,
      line: #line - 5,
      "A store was given the chain limit 0.",
      "every emitted action would be dropped",
      "Give it 1 or more"
    )
  }
}
