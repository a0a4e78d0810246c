import StoreCore
import Testing

/// The decisions about effects in named groups.
@Suite final class EffectTableGroupTests {
  private typealias Machine = EffectTable.StateMachine<String, String>

  private var table = Machine()
  private let node: SlotKey

  init() {
    node = table.open(parent: .none, isCounted: false)
  }

  private func begin(
    _ id: EffectID,
    scope: EffectScope? = nil,
    cancelsInFlight: Bool = true,
    inside outer: SlotKey = .none
  ) -> (key: SlotKey?, taken: [String], started: [String]) {
    let group = RunGroups.Group(id, scope: scope, node: node)
    let begun = table.begin(group, policy: cancelsInFlight ? .replace : .concurrent, inside: outer)
    return (begun?.key, begun.map { taken($0.changes) } ?? [], begun?.changes.started ?? [])
  }

  @discardableResult
  private func admit(
    _ run: String,
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    edges: ThrottleEdges? = nil,
    group: SlotKey = .none
  ) -> (key: SlotKey, changes: Machine.Changes)? {
    let admission = table.admit(
      run,
      id: id,
      policy: policy,
      edges: edges,
      node: node,
      traits: RunTraits(),
      group: group
    )
    guard case .admitted(let admitted) = admission else { return nil }
    return (admitted.key, admitted.changes)
  }

  private func cancel(_ id: EffectID) -> Machine.Changes {
    table.cancel(id)
  }

  private func land(_ key: SlotKey) {
    let isLanded = table.land(key)
    #expect(isLanded)
  }

  private func taken(_ changes: Machine.Changes) -> [String] {
    (changes.first.map { [$0] } ?? []).map(\.run) + changes.rest.map(\.run)
  }

  @Test func `a group takes the place of the runs and the groups of its name`() throws {
    admit("alone", id: "x")
    let shared = begin("x", cancelsInFlight: false)
    #expect(shared.taken == [])
    admit("inside", id: "y", group: try #require(shared.key))
    admit("other", id: "z")
    let second = begin("x")
    #expect(second.taken == ["alone", "inside"])
    #expect(!table.groups.isCurrent(try #require(shared.key)))
    #expect(table.groups.isCurrent(try #require(second.key)))
    #expect(table.runs.runs == ["other"])
  }

  @Test func `a replacing run takes the place of a group, unless it belongs to it`() throws {
    let outer = try #require(begin("x").key)
    let inner = try #require(begin("y", inside: outer).key)
    admit("a", group: inner)
    #expect(admit("b", id: "x", group: inner).map { taken($0.changes) } == [])
    #expect(table.groups.isCurrent(inner))
    for policy in [LaunchPolicy.concurrent, .keepRunning, .queue(limit: 3)] {
      admit("\(policy)", id: "x", policy: policy)
      #expect(table.groups.isCurrent(outer))
    }
    #expect(admit("c", id: "x").map { taken($0.changes) }?.contains("a") == true)
    #expect(!table.groups.isCurrent(outer) && !table.groups.isCurrent(inner))
  }

  @Test func `nothing starts in a group that was cancelled, on a cancelled node, or in a closed store`() throws {
    let outer = try #require(begin("x").key)
    let inner = try #require(begin("y", inside: outer).key)
    _ = table.cancel("x")
    #expect(admit("a", group: outer) == nil)
    #expect(admit("a", group: inner) == nil)
    #expect(begin("z", inside: inner).key == nil)
    #expect(table.runs.count == 0)

    admit("running", id: "x")
    _ = table.cancelTree(node)
    #expect(begin("x").key == nil)
    _ = table.close()
    #expect(begin("x").key == nil)
  }

  @Test func `runs that wait for one in a cancelled group begin, those in the group excepted`() throws {
    let policy = LaunchPolicy.queue(limit: 5)
    let group = try #require(begin("x").key)
    admit("first", id: "y", policy: policy, group: group)
    admit("second", id: "y", policy: policy, group: group)
    admit("third", id: "y", policy: policy)
    let changes = table.cancel("x")
    #expect(taken(changes) == ["first", "second"])
    #expect(changes.started == ["third"])
  }

  @Test func `runs begin that wait for one in a group whose place is taken`() throws {
    for isGroup in [true, false] {
      let group = try #require(begin("x").key)
      admit("first", id: "y", policy: .queue(limit: 5), group: group)
      admit("second", id: "y", policy: .queue(limit: 5))
      let started = isGroup ? begin("x").started : admit("new", id: "x")?.changes.started
      #expect(started == ["second"])
      _ = table.cancelAll()
    }
  }

  @Test func `a held run takes the place of groups when it begins, besides those it is in`() throws {
    let first = try #require(begin("x", cancelsInFlight: false).key)
    let gate = try #require(admit("gate 1", id: "x", edges: .both, group: first))
    land(gate.key)
    admit("body 1", group: first)
    let second = try #require(begin("x", cancelsInFlight: false).key)
    admit("gate 2", id: "x", edges: .both, group: second)
    #expect(table.groups.isCurrent(first))
    let end = table.endWindow(of: "x")
    #expect(end.next == "gate 2")
    #expect(taken(end.changes) == ["body 1"])
    #expect(!table.groups.isCurrent(first) && table.groups.isCurrent(second))
  }

  @Test func `a run that has ended or was cancelled is in no group any more`() throws {
    let group = try #require(begin("x").key)
    let landed = try #require(admit("landed", group: group))
    admit("cancelled", id: "y", group: group)
    land(landed.key)
    _ = table.cancel("y")
    // Their places are used again.
    for run in ["a", "b"] {
      admit(run)
    }
    #expect(taken(cancel("x")) == [])
    #expect(table.runs.count == 2)
  }

  @Test(arguments: [true, false])
  func `a cancel in a scope takes its groups out, and those of the scopes in it`(isWhole: Bool) throws {
    let outer = EffectScope("outer")
    let scopes = [outer, outer.appending("inner"), EffectScope("other"), nil]
    let keys = try scopes.map { try #require(begin("x", scope: $0).key) }
    _ = isWhole ? table.cancel(outer) : table.cancelAll(in: outer)
    #expect(keys.map { table.groups.isCurrent($0) } == [false, false, true, true])
  }

  @Test func `names in use are those of runs and of groups`() {
    _ = begin("x")
    admit("run", id: "y")
    admit("run", id: "x")
    #expect(Set(table.ids) == ["x", "y"])
    #expect(table.ids.count == 2)
    _ = begin("z")
    #expect(Set(table.ids) == ["x", "y", "z"])
  }
}
