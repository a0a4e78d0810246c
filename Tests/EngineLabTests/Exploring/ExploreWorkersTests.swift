import Testing

@testable import EngineLab

/// A search that is shared among processes.
@MainActor
@Suite struct ExploreWorkersTests {
  /// A process that has written some lines, and has ended.
  private func worker(_ lines: [String]) -> ExploreWorker {
    ExploreWorker(
      lines: AsyncStream { continuation in
        for line in lines { continuation.yield(line) }
        continuation.finish()
      },
      stop: {}
    )
  }

  @Test func `a later seed found in the remaining share does not replace an earlier one`() async throws {
    let workers = ExploreWorkers { _, _ in }
    var left: [UInt64] = []
    try await workers.search(SeedRange(first: 0, count: 10), among: 2) { share in
      worker(share.first == 0 ? ["played 1", "found 2"] : [])
    } playHere: { seeds, _ in
      left.append(seeds.first)
      return 9
    }
    #expect(left == [1])
    #expect(workers.found == 2)
  }
}
