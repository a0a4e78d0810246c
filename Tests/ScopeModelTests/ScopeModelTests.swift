import Testing
import _StoreTestSupport

/// Random children, scopes and effects of a store, beside a model.
///
/// `STORE_ENGINES_OPERATIONS=60000` makes a quarter as many moves, as do those of `.ci/run release`;
/// `STORE_ENGINES_SEED=7` begins with another seed.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60))) struct RandomScopeTests {
  private static let movesOfScript = 60

  @Test func `scopes behave as their model`() async {
    let operations = PlayedOperations.count(standard: 4_000, part: 4)
    let first = Int(PlayedOperations.firstSeed)
    let seeds = first..<first + max(1, operations / Self.movesOfScript)
    print("RandomScopeTests: \(operations) moves, by the seeds \(seeds)")
    var kinds: Set<String> = []
    for seed in seeds {
      let script = Script(seed: seed, count: Self.movesOfScript)
      guard let difference = await Player.play(script) else { continue }
      let kind = String(difference.description.filter(\.isLetter).prefix(24))
      guard kinds.insert(kind).inserted else { continue }
      let (shortest, found) = await script.shortened(from: difference)
      Issue.record("Seed \(seed): \(found.description)\n\n\(shortest)")
      if kinds.count > 3 { return }
    }
  }
}

extension Script: CustomStringConvertible {
  var description: String {
    let lines = moves.enumerated().map { "\($0 + 1). \($1.move)\($1.settles ? ", settle" : "")" }
    return (["On \(root)"] + lines).joined(separator: "\n").replacing("ScopeModelTests.", with: "")
  }

  /// The script without moves that have nothing to do with the difference, and the difference that is left.
  @MainActor
  func shortened(from difference: Player.Difference) async -> (Script, Player.Difference) {
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
