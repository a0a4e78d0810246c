import Testing
import _StoreTestSupport

/// Random programs, cancels, policies and times on a store, compared with a model.
///
/// `STORE_ENGINES_OPERATIONS=60000` makes as many moves, `.ci/run release` a million; `STORE_ENGINES_SEED=7` begins
/// with another seed.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60))) struct RuntimeModelTests {
  private static let movesOfScript = 120

  @Test func `a store behaves like the model`() async {
    let operations = PlayedOperations.count(standard: 6_000)
    let first = PlayedOperations.firstSeed
    let seeds = first..<first + UInt64(max(1, operations / Self.movesOfScript))
    print("RuntimeModelTests: \(operations) moves, by the seeds \(seeds)")
    var kinds: Set<String> = []
    for seed in seeds {
      if seed > first, (seed - first).isMultiple(of: 1_000) {
        print("RuntimeModelTests: the seeds before \(seed) agree")
      }
      let script = Script(seed: seed, count: Self.movesOfScript)
      guard let difference = await Player.play(script) else { continue }
      let kind = difference.description.filter { !$0.isNumber && $0 != "," && $0 != " " }
      guard kinds.insert(kind).inserted else { continue }
      let (shortest, words) = await script.shortened(from: difference)
      Issue.record(
        "Seed \(seed): \(words)\n\n\(shortest)\n\nTo play it again: STORE_ENGINES_SEED=\(seed) swift test --filter RuntimeModelTests"
      )
      if kinds.count > 3 { return }
    }
  }
}

extension Script {
  /// The script without the moves that are not needed for the difference, and the remaining difference.
  @MainActor
  func shortened(from difference: Player.Difference) async -> (script: Script, difference: Player.Difference) {
    var best = self
    let found: Player.Difference
    (best.moves, found) = await shortest(moves, from: difference, moveCount: \.moveCount) { moves in
      var shorter = self
      shorter.moves = moves
      return await Player.play(shorter)
    }
    return (best, found)
  }
}
