import Testing
import _StoreTestSupport

@testable import StoreCore

/// Random operations on runs, compared with a model.
@Suite(.serialized) struct RunsTests {
  private static let ids: [EffectID] = ["a", "b", 1, 2]

  private static let policies: [LaunchPolicy] = [
    .replace, .concurrent, .keepRunning, .queue(limit: 2), .atMost(2, .oldestFirst), .atMost(3, .newestWins),
  ]

  @Test(arguments: Rounds.seeds(100))
  func `any operations have the same results as with a plain array`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var pair = RunsPair()
    for step in 0..<150 {
      switch random.number(below: 40) {
      case 0..<16:
        let id = random.happens(onceIn: 4) ? nil : random.pick(Self.ids)
        let traits = RunTraits(isStream: random.happens(onceIn: 3))
        pair.launch(id: id, policy: random.pick(Self.policies) ?? .replace, traits: traits)
      case 16..<28:
        // A run that has not begun cannot end.
        let key = random.pick(pair.keys) ?? .none
        if pair.machine.runs[key]?.status.isQueued != true {
          pair.end(key)
        }
      case 28..<32: pair.cancel(random.pick(Self.ids) ?? "a")
      case 32: pair.cancelAll()
      default: pair.cancel(random.pick(pair.keys.suffix(20)) ?? .none)
      }
      try #require(pair.differences.isEmpty, "step \(step)")
    }
  }

  /// Each of these would take minutes if it looked at all others.
  @Test(arguments: [LaunchPolicy.concurrent, .queue(limit: .max)])
  func `any of very many runs of a name, an action and a scope is removed without a look at the others`(
    policy: LaunchPolicy
  ) {
    var machine = EffectTable.StateMachine<Int, Int>()
    let node = machine.open(parent: .none, isCounted: false)
    let scope = EffectScope("scope")
    var keys: [RunKey] = []
    for run in 0..<30_000 {
      let launch = LaunchRequest(id: "a", policy: policy, position: .node(node), scope: scope)
      guard let key = machine.launch(run, launch).launched?.key else { continue }
      keys.append(key)
    }
    #expect(keys.count == 30_000)
    let changes = machine.cancelTree(node)
    #expect(changes.cancelled.map(\.run) == Array(0..<30_000))
    #expect(machine.runs.count == 0 && !machine.containers.hasScopes && changes.started.isEmpty)
  }
}
