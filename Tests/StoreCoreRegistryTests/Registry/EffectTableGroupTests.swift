import StoreCore
import Testing

/// The decisions about effects in named groups.
@Suite final class EffectTableGroupTests {
  private typealias Machine = EffectTable.StateMachine<String, String>

  private var table = Machine()
  private let node: NodeKey

  init() {
    node = table.open(parent: .none, isCounted: false)
  }

  private func begin(
    _ id: EffectID,
    scope: EffectScope? = nil,
    cancelsInFlight: Bool = true,
    inside outer: ContainerKey = .none
  ) -> (key: ContainerKey?, taken: [String], started: [String]) {
    let group = ScopeTree.Group(id, scope: scope, node: node)
    let begun = table.begin(group, policy: cancelsInFlight ? .replace : .concurrent, inside: outer)
    return (begun?.key, begun.map { taken($0.changes) } ?? [], begun?.changes.started ?? [])
  }

  @discardableResult
  private func admit(
    _ run: String,
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    edges: ThrottleEdges? = nil,
    group: ContainerKey = .none
  ) -> (key: RunKey, changes: Machine.Changes)? {
    let (admission, changes) = table.admit(
      run,
      LaunchRequest(id: id, policy: policy, edges: edges, at: .node(node), container: group)
    )
    guard case .admitted(let key, _, _, _) = admission else { return nil }
    return (key, changes)
  }

  private func cancel(_ id: EffectID) -> Machine.Changes {
    table.cancel([id])
  }

  private func complete(_ key: RunKey) {
    let hasCompleted = table.complete(key)
    #expect(hasCompleted)
  }

  private func taken(_ changes: Machine.Changes) -> [String] {
    (changes.cancelled + changes.replaced).map(\.run)
  }

  @Test func `a group replaces the runs and the groups of its name`() throws {
    admit("alone", id: "x")
    let shared = begin("x", cancelsInFlight: false)
    #expect(shared.taken == [])
    admit("inside", id: "y", group: try #require(shared.key))
    admit("other", id: "z")
    let second = begin("x")
    #expect(second.taken == ["alone", "inside"])
    #expect(!table.containers.isCurrent(try #require(shared.key)))
    #expect(table.containers.isCurrent(try #require(second.key)))
    #expect(table.runs.runs == ["other"])
  }

  @Test func `a replacing run replaces a group, unless it belongs to it`() throws {
    let outer = try #require(begin("x").key)
    let inner = try #require(begin("y", inside: outer).key)
    admit("a", group: inner)
    #expect(admit("b", id: "x", group: inner).map { taken($0.changes) } == [])
    #expect(table.containers.isCurrent(inner))
    for policy in [LaunchPolicy.concurrent, .keepRunning, .queue(limit: 3)] {
      admit("\(policy)", id: "x", policy: policy)
      #expect(table.containers.isCurrent(outer))
    }
    #expect(admit("c", id: "x").map { taken($0.changes) }?.contains("a") == true)
    #expect(!table.containers.isCurrent(outer) && !table.containers.isCurrent(inner))
  }

  @Test func `nothing starts in a group that was cancelled, on a cancelled node, or in a closed store`() throws {
    let outer = try #require(begin("x").key)
    let inner = try #require(begin("y", inside: outer).key)
    _ = table.cancel(["x"])
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

  @Test func `runs that wait for one in a cancelled group begin, except those in the group`() throws {
    let policy = LaunchPolicy.queue(limit: 5)
    let group = try #require(begin("x").key)
    admit("first", id: "y", policy: policy, group: group)
    admit("second", id: "y", policy: policy, group: group)
    admit("third", id: "y", policy: policy)
    let changes = table.cancel(["x"])
    #expect(taken(changes) == ["first", "second"])
    #expect(changes.started == ["third"])
  }

  @Test func `runs that wait for one in a replaced group begin`() throws {
    for isGroup in [true, false] {
      let group = try #require(begin("x").key)
      admit("first", id: "y", policy: .queue(limit: 5), group: group)
      admit("second", id: "y", policy: .queue(limit: 5))
      let started = isGroup ? begin("x").started : admit("new", id: "x")?.changes.started
      #expect(started == ["second"])
      _ = table.cancelAll()
    }
  }

  @Test func `when a held run begins it replaces groups, except those it is in`() throws {
    let first = try #require(begin("x", cancelsInFlight: false).key)
    let gate = try #require(admit("gate 1", id: "x", edges: .both, group: first))
    complete(gate.key)
    admit("body 1", group: first)
    let second = try #require(begin("x", cancelsInFlight: false).key)
    admit("gate 2", id: "x", edges: .both, group: second)
    #expect(table.containers.isCurrent(first))
    let end = table.endWindow(of: "x")
    #expect(end.next == "gate 2")
    #expect(taken(end.changes) == ["body 1"])
    #expect(!table.containers.isCurrent(first) && table.containers.isCurrent(second))
  }

  // MARK: Turns

  private func begun(_ id: EffectID, isLate: Bool = false, inside outer: ContainerKey = .none) throws -> ContainerKey {
    let group = ScopeTree.Group(id, node: node)
    let begun = table.begin(group, policy: isLate ? .replace : .concurrent, isLate: isLate, inside: outer)
    return try #require(begun?.key)
  }

  /// The runs that were taken out, each with the reason.
  private func told(_ changes: Machine.Changes) -> [String] {
    (changes.cancelled + changes.replaced).map { "\($0.run) \($0.outcome)" }
  }

  @Test func `what waits for the name of a group begins when the group has ended`() throws {
    let group = try begun("x")
    admit("next", id: "x", policy: .queue(limit: 1))
    let inside = try #require(admit("inside", group: group))
    complete(inside.key)
    #expect(table.finish(node, isStream: false).started == [])
    #expect(table.end(group).started == ["next"])
    #expect(!table.containers.isCurrent(group))
  }

  @Test func `the end of a run in a group of its own name starts nothing while the group is running`() throws {
    let group = try #require(begin("x", cancelsInFlight: false).key)
    let inside = try #require(admit("inside", id: "x", policy: .concurrent, group: group))
    admit("queued", id: "x", policy: .queue(limit: 1))
    complete(inside.key)
    #expect(table.finish(node, isStream: false).started == [])
    #expect(table.end(group).started == ["queued"])
  }

  @Test func `a run in a group of its own name counts as the group does`() throws {
    let group = try #require(begin("x", cancelsInFlight: false).key)
    let inside = try #require(admit("inside", id: "x", policy: .queue(limit: 1), group: group))
    #expect(table.runs[inside.key]?.status == .running)
    let second = try #require(admit("second", id: "x", policy: .queue(limit: 1), group: group))
    #expect(table.runs[second.key]?.status.isQueued == true)
  }

  @Test func `with newestWins the oldest group makes room, for a launch and at the end of a window`() throws {
    for edges in [nil, ThrottleEdges.trailing] {
      let group = try begun("x")
      admit("inside", group: group)
      let admitted = admit("new", id: "x", policy: .atMost(1, .newestWins), edges: edges)
      #expect(table.containers.isCurrent(group) == (edges != nil))
      let changes = edges == nil ? try #require(admitted).changes : table.endWindow(of: "x").changes
      #expect(told(changes) == ["inside replaced"])
      #expect(!table.containers.isCurrent(group))
      _ = table.endWindow(of: "x")
      _ = table.cancelAll()
    }
  }

  @Test func `groups that do not wait count among the newest`() throws {
    let first = try begun("x")
    let second = try begun("x")
    admit("a", id: "x", policy: .concurrent)
    #expect(admit("b", id: "x", policy: .atMost(3, .newestWins)).map { told($0.changes) } == [])
    #expect(!table.containers.isCurrent(first) && table.containers.isCurrent(second))
    #expect(admit("c", id: "x", policy: .atMost(2, .newestWins)).map { told($0.changes) } == ["a replaced"])
    #expect(!table.containers.isCurrent(second))
  }

  @Test func `a launched run takes the further names of its programs`() throws {
    let further = try begun("further", isLate: true)
    admit("old", id: "further", policy: .concurrent)
    admit("nameless", group: try begun("inner", inside: further))
    #expect(table.runs.runs == ["nameless"])
    #expect(table.containers.isCurrent(further))
  }

  @Test func `a group takes the further names of the programs around it`() throws {
    let further = try begun("further", isLate: true)
    admit("old", id: "further", policy: .concurrent)
    let inner = table.begin(ScopeTree.Group("inner", node: node), policy: .replace, inside: further)
    #expect(inner.map { told($0.changes) } == ["old replaced"])
  }

  @Test func `a queued run takes further names when it begins, and replaces those that had them`() throws {
    let first = try #require(admit("first", id: "x"))
    let further = try begun("further", isLate: true)
    admit("queued", id: "x", policy: .queue(limit: 1), group: further)
    admit("old", id: "further", policy: .concurrent)
    admit("behind", id: "further", policy: .queue(limit: 1))
    #expect(table.runs.runs == ["first", "queued", "old", "behind"])
    complete(first.key)
    let changes = table.finish(node, isStream: false)
    #expect(changes.started == ["queued"])
    #expect(told(changes) == ["old replaced", "behind replaced"])
  }

  @Test func `a held run takes further names when its window ends`() throws {
    let further = try begun("further", isLate: true)
    admit("held", id: "x", edges: .trailing, group: further)
    admit("old", id: "further", policy: .concurrent)
    let end = table.endWindow(of: "x")
    #expect(end.changes.started == ["held"])
    #expect(told(end.changes) == ["old replaced"])
  }

  @Test(arguments: [nil, ThrottleEdges.trailing])
  func `a run that begins ahead of its queue takes further names`(edges: ThrottleEdges?) throws {
    // Each of two programs waits for the other's name.
    let first = try begun("x")
    let second = try begun("y")
    let further = try begun("further", isLate: true, inside: second)
    admit("old", id: "further", policy: .concurrent)
    admit("in first", id: "y", policy: .queue(limit: 5), group: first)
    let launch = LaunchRequest(
      id: "x",
      policy: .queue(limit: 5),
      edges: edges,
      at: .node(node),
      container: further
    )
    let (admission, changes) = table.admit("in second", launch)
    guard case .admitted(_, _, let begins, _) = admission else { return #expect(Bool(false)) }
    guard edges != nil else {
      #expect(begins && changes.beforeTurn == ["in second"])
      return #expect(told(changes) == ["old replaced"])
    }
    #expect(!begins)
    let end = table.endWindow(of: "x")
    #expect(end.changes.beforeTurn == ["in second"])
    #expect(end.changes.started == ["in second"])
    #expect(told(end.changes) == ["old replaced"])
  }

  @Test func `a run that precedes a program does not take a further name that it has itself`() throws {
    let further = try begun("further", isLate: true)
    admit("old", id: "further", policy: .concurrent)
    let front = try #require(admit("front", id: "further", policy: .concurrent, group: further))
    #expect(told(front.changes) == [])
    complete(front.key)
    // Now the program itself begins, and counts towards the limit.
    #expect(table.finish(node, isStream: false).started == [])
    admit("queued", id: "further", policy: .atMost(2, .oldestFirst))
    #expect(table.runs.waitingRuns == ["queued"])
  }

  @Test func `a queued run that precedes a program does not take a further name that it has itself`() throws {
    let first = try #require(admit("first", id: "further", policy: .concurrent))
    let further = try begun("further", isLate: true)
    for run in ["front", "behind"] {
      admit(run, id: "further", policy: .queue(limit: 2), group: run == "front" ? further : .none)
    }
    complete(first.key)
    let changes = table.finish(node, isStream: false)
    #expect(changes.started == ["front"])
    #expect(told(changes) == [])
    #expect(table.runs.waitingRuns == ["behind"])
  }

  @Test func `a run that has ended or was cancelled no longer belongs to a group`() throws {
    let group = try #require(begin("x").key)
    let ended = try #require(admit("ended", group: group))
    admit("cancelled", id: "y", group: group)
    complete(ended.key)
    _ = table.cancel(["y"])
    // Their slots are reused.
    for run in ["a", "b"] {
      admit(run)
    }
    #expect(taken(cancel("x")) == [])
    #expect(table.runs.count == 2)
  }

  @Test(arguments: [true, false])
  func `a cancel in a scope takes out its groups and those of the scopes in it`(isWhole: Bool) throws {
    let outer = EffectScope("outer")
    let scopes = [outer, outer.appending("inner"), EffectScope("other"), nil]
    let keys = try scopes.map { try #require(begin("x", scope: $0).key) }
    _ = isWhole ? table.cancel(outer) : table.cancelAll(in: outer)
    #expect(keys.map { table.containers.isCurrent($0) } == [false, false, true, true])
  }

  @Test func `names in use are those of runs and of groups`() {
    _ = begin("x")
    admit("run", id: "y")
    admit("run", id: "x")
    #expect(table.ids() == ["y", "x"])
    _ = begin("z")
    #expect(table.ids() == ["y", "x", "z"])
    let (outer, inner) = (EffectScope("outer"), EffectScope("outer").appending("inner"))
    _ = begin("x", scope: inner)
    _ = begin("x", scope: outer)
    #expect(table.ids(in: outer) == [EffectID("x").scoped(to: "inner"), "x"])
    #expect(table.ids(in: inner) == ["x"])
    #expect(table.ids(in: EffectScope("other")) == [])
  }
}
