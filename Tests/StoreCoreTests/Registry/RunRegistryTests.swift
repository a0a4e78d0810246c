import StoreCore
import Testing

@Suite struct RunRegistryTests {
  // MARK: Names

  @Test func `a run is running under its name until it ends`() {
    let registry = SampleRegistry()
    let key = registry.admit("a", id: "load")
    #expect(registry.isRunning("load"))
    #expect(registry.runs == ["a"])
    #expect(registry.end(key))
    #expect(!registry.isRunning("load"))
    #expect(registry.ids.isEmpty)
    #expect(registry.runs.isEmpty)
  }

  @Test func `a run of the same name takes the older ones out, oldest first`() {
    let registry = SampleRegistry()
    registry.admit("a", id: "load")
    registry.admit("b", id: "load", policy: .concurrent)
    registry.admit("c", id: "other")
    var replaced: [String] = []
    registry.admit("d", id: "load") { replaced.append($0) }
    #expect(replaced == ["a", "b"])
    #expect(registry.runs == ["c", "d"])
    #expect(registry.drainingRuns == ["a", "b"])
    #expect(registry.count == 2)
  }

  @Test func `the end of a replaced run never removes its successor`() {
    let registry = SampleRegistry()
    let first = registry.admit("a", id: "load")
    registry.admit("b", id: "load")
    #expect(!registry.end(first))
    #expect(registry.isRunning("load"))
    #expect(registry.cancel(id: "load") == ["b"])
  }

  @Test func `the end of one concurrent run leaves the name to the others`() {
    let registry = SampleRegistry()
    let first = registry.admit("a", id: "load", policy: .concurrent)
    let second = registry.admit("b", id: "load", policy: .concurrent)
    #expect(registry.end(first))
    #expect(registry.isRunning("load"))
    #expect(registry.end(second))
    #expect(!registry.isRunning("load"))
  }

  @Test func `runs without a name do not replace each other`() {
    let registry = SampleRegistry()
    registry.admit("a", id: nil)
    registry.admit("b", id: nil)
    #expect(registry.runs == ["a", "b"])
    #expect(registry.ids.isEmpty)
  }

  // MARK: Cancelling

  @Test func `cancelling a name takes all its concurrent runs, oldest first`() {
    let registry = SampleRegistry()
    for run in ["a", "b", "c"] {
      registry.admit(run, id: "load", policy: .concurrent)
    }
    #expect(registry.cancel(id: "load") == ["a", "b", "c"])
    #expect(registry.count == 0)
  }

  @Test func `cancelling a name does not stop at a run that was cancelled before`() {
    let registry = SampleRegistry()
    registry.admit("a", id: "load")
    #expect(registry.cancel(id: "load") == ["a"])
    registry.admit("b", id: "load")
    #expect(registry.cancel(id: "load") == ["b"])
    #expect(registry.drainingRuns == ["a", "b"])
  }

  @Test func `a name is free at once after a cancel`() {
    let registry = SampleRegistry()
    registry.admit("a", id: "load")
    registry.cancel(id: "load")
    #expect(!registry.isRunning("load"))
    var replaced: [String] = []
    registry.admit("b", id: "load") { replaced.append($0) }
    #expect(replaced.isEmpty)
  }

  @Test func `cancelling one run leaves others of its name, and a second cancel finds nothing`() {
    let registry = SampleRegistry()
    let first = registry.admit("a", id: "load", policy: .concurrent)
    registry.admit("b", id: "load", policy: .concurrent)
    #expect(registry.cancel(key: first) == ["a"])
    #expect(registry.cancel(key: first) == [])
    #expect(registry.isRunning("load"))
    #expect(registry.cancel(id: "load") == ["b"])
  }

  @Test func `a cancelled run drains until it ends, and is counted no more`() {
    let registry = SampleRegistry()
    let key = registry.admit("a", id: "load", traits: RunTraits(isStream: true))
    #expect(registry.streamCount == 1)
    registry.cancel(id: "load")
    #expect(registry.streamCount == 0)
    #expect(registry.drainingRuns == ["a"])
    #expect(!registry.end(key))
    #expect(registry.drainingRuns.isEmpty)
    #expect(registry.count == 0)
  }

  // MARK: Identity

  @Test func `a key matches nothing once its place is used again`() {
    let registry = SampleRegistry()
    let stale = registry.admit("a", id: "load", node: SlotKey(index: 1, generation: 1))
    _ = registry.end(stale)
    let key = registry.admit("b", id: "load", node: SlotKey(index: 2, generation: 1))
    #expect(key.index == stale.index)
    #expect(key != stale)
    #expect(!registry.end(stale))
    #expect(registry.cancel(key: stale) == [])
    #expect(registry.node(of: stale).isNone)
    #expect(registry.node(of: key) == SlotKey(index: 2, generation: 1))
    #expect(registry.runs == ["b"])
  }

  @Test func `the key of nothing matches nothing`() {
    let registry = SampleRegistry()
    registry.admit("a", id: nil)
    #expect(SlotKey.none.isNone)
    #expect(!registry.end(.none))
    #expect(registry.cancel(key: .none) == [])
    #expect(registry.node(of: .none).isNone)
  }

  // MARK: Random operations

  private static let ids: [EffectID] = ["a", "b", 1, 2]

  private static let policies: [LaunchPolicy] = [
    .replace, .concurrent, .keepRunning, .queue(limit: 2), .atMost(2, .oldestFirst), .atMost(3, .newestWins),
  ]

  @Test(arguments: 0..<100)
  func `any operations are answered as a plain array would`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var pair = RegistryPair()
    for step in 0..<150 {
      switch random.number(below: 10) {
      case 0..<4:
        let id = random.happens(onceIn: 4) ? nil : random.pick(Self.ids)
        let traits = RunTraits(isStream: random.happens(onceIn: 3), landsLate: random.happens(onceIn: 3))
        pair.launch(id: id, policy: random.pick(Self.policies) ?? .replace, traits: traits)
      case 4..<7:
        // A run that has not begun cannot end.
        let key = random.pick(pair.keys) ?? .none
        if !pair.registry.isQueued(key) {
          pair.end(key)
        }
      case 7: pair.cancel(random.pick(Self.ids) ?? "a")
      default: pair.cancel(random.pick(pair.keys.suffix(20)) ?? .none)
      }
      try #require(pair.differences.isEmpty, "step \(step)")
    }
  }
}

/// A registry behind a reference, so that an expectation can contain a change.
private final class SampleRegistry {
  private var machine = RunRegistry<String>()

  var count: Int { machine.count }
  var streamCount: Int { machine.streamCount }
  var runs: [String] { machine.runs }
  var drainingRuns: [String] { machine.drainingRuns.sorted() }
  var ids: [EffectID] { machine.ids }

  @discardableResult
  func admit(
    _ run: String,
    id: EffectID?,
    policy: LaunchPolicy = .replace,
    node: SlotKey = .none,
    traits: RunTraits = RunTraits(),
    replaced: (String) -> Void = { _ in }
  ) -> SlotKey {
    machine.admit(run, id: id, policy: policy, node: node, traits: traits) { replaced($0.run) }
  }

  func end(_ key: SlotKey) -> Bool {
    machine.end(key)
  }

  @discardableResult
  func cancel(id: EffectID) -> [String] {
    var runs: [String] = []
    machine.cancel(id) { runs.append($0.run) }
    return runs
  }

  func cancel(key: SlotKey) -> [String] {
    var runs: [String] = []
    machine.cancel(key) { runs.append($0.run) }
    return runs
  }

  func isRunning(_ id: EffectID) -> Bool {
    machine.isRunning(id)
  }

  func node(of key: SlotKey) -> SlotKey {
    machine.node(of: key)
  }
}
