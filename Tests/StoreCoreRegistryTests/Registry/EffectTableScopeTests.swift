import Testing
import _StoreTestSupport

@testable import StoreCore

/// The decisions about effects in scopes: a scope knows its running and waiting effects, and no others.
@Suite(.serialized) struct EffectTableScopeTests {
  private typealias Machine = EffectTable.StateMachine<Int, Int>

  @Test(arguments: Rounds.seeds(100))
  func `a scope has the running and waiting effects that were launched in it`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var table = Machine()
    let root = table.open(parent: .none, isCounted: false)
    var scopes: [Int: EffectScope?] = [:]
    var keys: [Int: RunKey] = [:]

    func took(_ changes: Machine.Changes) -> Set<Int> {
      let cancelled = changes.cancelled
      for run in cancelled {
        scopes[run.run] = nil
      }
      return Set(cancelled.map(\.run))
    }

    for step in 0..<200 {
      let scope = Self.scope(&random)
      let id: EffectID? = random.pick(["a", "b", nil] as [EffectID?]) ?? nil
      switch random.number(below: 10) {
      case 0..<5:
        let policies: [LaunchPolicy] = [.replace, .concurrent, .queue(limit: 2), .atMost(2, .newestWins)]
        let policy = random.pick(policies) ?? .replace
        let launch = LaunchRequest(
          id: id.map { id in scope.map { id.scoped(to: $0) } ?? id },
          policy: policy,
          edges: random.happens(onceIn: 3) ? .both : nil,
          position: .node(root),
          scope: scope
        )
        let changes = table.launch(step, launch)
        guard let key = changes.launched?.key else { break }
        _ = took(changes)
        scopes[step] = .some(scope)
        keys[step] = key
      case 5..<7:
        guard let run = random.pick(scopes.keys.sorted()), let key = keys[run] else { break }
        guard table.runs[key]?.status == .running, table.complete(key) else { break }
        scopes[run] = nil
        _ = took(table.finish(root, isStream: false))
      case 7:
        guard let id else { break }
        _ = took(table.cancel([scope.map { id.scoped(to: $0) } ?? id]))
      case 8:
        let name = EffectID("a").scoped(to: scope ?? EffectScope(0))
        _ = took(table.endWindow(of: name))
      default:
        guard let scope else { break }
        let inside = Set(scopes.filter { $0.value.map(scope.contains) == true }.keys)
        try #require(Set(table.runs(in: scope)) == inside, "step \(step)")
        try #require(took(random.happens(onceIn: 2) ? table.cancel(scope) : table.cancelAll(in: scope)) == inside)
      }
      try #require(Set(table.runs.runs) == Set(scopes.keys), "step \(step)")
      try #require(Set(table.containers.scopes) == Set(scopes.values.compactMap(\.self)), "step \(step)")
      for asked in [EffectScope(0), EffectScope(1), EffectScope(0).appending(1)] {
        let inside = scopes.filter { $0.value.map(asked.contains) == true }.keys
        try #require(Set(table.runs(in: asked)) == Set(inside), "step \(step)")
      }
    }
    _ = took(table.close())
    #expect(!table.containers.hasScopes)
  }

  private static func scope(_ random: inout SplitMix64) -> EffectScope? {
    guard !random.happens(onceIn: 4) else { return nil }
    let scope = EffectScope(random.number(below: 2))
    return random.happens(onceIn: 2) ? scope : scope.appending(random.number(below: 2))
  }
}
