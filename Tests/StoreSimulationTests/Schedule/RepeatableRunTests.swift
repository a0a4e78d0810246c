import Foundation
import StoreSimulation
import Testing
import _StoreTestSupport

/// The same seed gives the same run: only the clock's time has an influence.
///
/// `STORE_ENGINES_SEEDS=1000 swift test --filter RepeatableRunTests` tries a thousand seeds in place of a few.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct RepeatableRunTests {
  private nonisolated static var seeds: Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["STORE_ENGINES_SEEDS"].flatMap { UInt64($0) } ?? UInt64(Rounds.of(10)))
  }

  @Test(arguments: RepeatableRun.Kind.allCases)
  func `a seed has the same run twice in one process`(kind: RepeatableRun.Kind) async {
    var differing: [UInt64] = []
    for seed in Self.seeds {
      let run = RepeatableRun(kind: kind, seed: seed)
      if await run.lines() != run.lines() { differing.append(seed) }
    }
    #expect(differing.isEmpty)
  }

  @Test func `a seed has the same run in another process, next to busy threads`() async throws {
    let other = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        // More of them than the machine has cores, on threads of their own and in the pool.
        let isOver = ManagedAtomic(false)
        for _ in 0..<max(4, ProcessInfo.processInfo.activeProcessorCount) {
          Thread.detachNewThread { @Sendable in while !isOver.load(ordering: .relaxed) {} }
        }
        let inPool = Task.detached { while !isOver.load(ordering: .relaxed) { await Task {}.value } }
        let digests = await RepeatableRun.digests(seeds: RepeatableRunTests.seeds)
        isOver.store(true, ordering: .relaxed)
        await inPool.value
        print(RepeatableRunTests.text(for: digests))
      }
    )
    let words = String(decoding: other.standardOutputContent, as: UTF8.self)
    let digests = await RepeatableRun.digests(seeds: Self.seeds)
    for line in Self.text(for: digests).split(separator: "\n") {
      #expect(words.contains(line))
    }
  }

  private nonisolated static func text(for digests: [RepeatableRun.Kind: [UInt64]]) -> String {
    digests.map { "\($0.rawValue): \($1.map { String($0, radix: 16) }.joined(separator: " "))\n" }.sorted().joined()
  }
}
