import Testing

@testable import StoreCore

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
    let policy = cancelsInFlight ? LaunchPolicy.replace : .concurrent
    let begun = table.begin(ScopeTree.NamedProgram(id, scope: scope, node: node, policy: policy), inside: outer)
    return (begun.program?.key, taken(begun), begun.started)
  }

  @discardableResult
  private func admit(
    _ run: String,
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    edges: ThrottleEdges? = nil,
    group: ContainerKey = .none
  ) -> (key: RunKey, changes: Machine.Changes)? {
    let launch = LaunchRequest(id: id, policy: policy, edges: edges, position: .node(node), container: group)
    let changes = table.launch(run, launch)
    return changes.launched.map { ($0.key, changes) }
  }

  private func cancel(_ id: EffectID) -> Machine.Changes {
    table.cancel([id])
  }

  private func complete(_ key: RunKey) {
    let hasCompleted = table.complete(key)
    #expect(hasCompleted)
  }

  private func taken(_ changes: Machine.Changes) -> [String] {
    changes.cancelled.map(\.run)
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
    #expect(end.windowOpener == "gate 2")
    #expect(taken(end) == ["body 1"])
    #expect(!table.containers.isCurrent(first) && table.containers.isCurrent(second))
  }

  // MARK: Turns

  private func begun(
    _ id: EffectID,
    isLate: Bool = false,
    policy: LaunchPolicy? = nil,
    inside outer: ContainerKey = .none
  ) throws -> ContainerKey {
    let policy = policy ?? (isLate ? .replace : .concurrent)
    let group = ScopeTree.NamedProgram(id, node: node, policy: policy, hasOnePart: isLate)
    return try #require(table.begin(group, isLate: isLate, inside: outer).program?.key)
  }

  /// The runs that were taken out, each with the reason.
  private func told(_ changes: Machine.Changes) -> [String] {
    changes.cancelled.map { "\($0.run) \($0.outcome)" }
  }

  @Test func `a further name ends with its only part, and not with a later one`() throws {
    let only = try begun("x", isLate: true)
    admit("only", id: "y", group: only)
    #expect(told(cancel("y")) == ["only cancelled"])
    #expect(!table.containers.isCurrent(only))

    let completed = try begun("x", isLate: true)
    complete(try #require(admit("first", group: completed)).key)
    admit("answer", id: "y", group: completed)
    #expect(told(cancel("y")) == ["answer cancelled"])
    #expect(table.containers.isCurrent(completed))

    let outer = try begun("z", isLate: true)
    _ = table.end(try begun("inner", isLate: true, inside: outer))
    admit("answer", id: "y", group: outer)
    #expect(told(cancel("y")) == ["answer cancelled"])
    #expect(table.containers.isCurrent(outer))
  }

  @Test func `a run that comes before a group of its own name takes one place with it`() throws {
    let policy = LaunchPolicy.atMost(2, .oldestFirst)
    let group = try begun("x", isLate: true, policy: policy)
    let gate = try #require(admit("gate", id: "x", policy: policy, group: group))
    let second = try #require(admit("second", id: "x", policy: policy))
    #expect(table.runs[second.key]?.status == .running)
    complete(gate.key)
    let third = try #require(admit("third", id: "x", policy: policy))
    #expect(table.runs[third.key]?.status.isQueued == true)
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
      let changes = edges == nil ? try #require(admitted).changes : table.endWindow(of: "x")
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

  @Test func `a run without a name takes that of the program around it in which nothing has begun`() throws {
    let further = try begun("further", isLate: true)
    admit("old", id: "further", policy: .concurrent)
    let first = try #require(admit("nameless", group: further))
    #expect(told(first.changes) == ["old replaced"])
    #expect(table.runs.runs == ["nameless"] && table.containers.begunCount(of: "further") == 1)
  }

  @Test func `a group takes the further names of the programs around it`() throws {
    let further = try begun("further", isLate: true)
    admit("old", id: "further", policy: .concurrent)
    let inner = table.begin(ScopeTree.NamedProgram("inner", node: node), inside: further)
    #expect(told(inner) == ["old replaced"])
  }

  @Test func `a queued run replaces others of its further names when it is launched`() throws {
    let first = try #require(admit("first", id: "x"))
    admit("old", id: "further", policy: .concurrent)
    admit("behind", id: "further", policy: .queue(limit: 1))
    let further = try begun("further", isLate: true)
    let queued = try #require(admit("queued", id: "x", policy: .queue(limit: 1), group: further))
    #expect(told(queued.changes) == ["old replaced", "behind replaced"])
    admit("new", id: "further", policy: .concurrent)
    complete(first.key)
    let changes = table.finish(node, isStream: false)
    #expect(changes.started == ["queued"])
    #expect(told(changes) == [])
  }

  // MARK: Several names

  /// A run of one name inside another one, with a policy for each.
  private func admit(
    _ run: String,
    _ id: EffectID,
    _ policy: LaunchPolicy = .replace,
    within further: EffectID,
    _ furtherPolicy: LaunchPolicy
  ) throws -> Machine.Changes {
    let group = try begun(further, isLate: true, policy: furtherPolicy)
    let changes = table.launch(run, LaunchRequest(id: id, policy: policy, position: .node(node), container: group))
    // As the interpreter does.
    if changes.refusal != nil { _ = table.end(group) }
    return changes
  }

  private func key(_ changes: Machine.Changes) throws -> RunKey { try #require(changes.launched?.key) }

  private func refusal(_ changes: Machine.Changes) -> Refusal? { changes.refusal }

  @Test func `a run waits for a further name, keeps its place under its own, and is found by both`() throws {
    let limit = LaunchPolicy.atMost(2, waiting: 1)
    let keys = try ["a", "b", "c"].map { try key(admit($0, EffectID($0), within: "g", limit)) }
    #expect(table.runs.waitingRuns == ["c"])
    #expect(table.runs.contains("c") && table.containers.contains("g") && table.runs.queue(of: keys[2]) == "g")
    #expect(refusal(try admit("d", "d", within: "g", limit)) == Refusal(.queueIsFull, of: "g"))
    #expect(refusal(try admit("c 2", "c", .keepRunning, within: "h", .concurrent)) == Refusal(.alreadyRunning, of: "c"))
    #expect(told(table.cancel(["a"])) == ["a cancelled"])
    #expect(table.runs.waitingRuns == [] && table.containers.begunCount(of: "g") == 2)
    #expect(told(table.cancel(["g"])).sorted() == ["b cancelled", "c cancelled"])
    #expect(table.runs.count == 0 && table.containers.count == 0)
    #expect(!table.runs.contains("g") && !table.runs.contains("c"))
  }

  @Test func `the cancel or the replacement of one in the queue of a further name lets the next one move up`() throws {
    let limit = LaunchPolicy.atMost(1, .oldestFirst)
    let first = try key(admit("a", "a", within: "g", limit))
    for name in ["b", "c"] { _ = try admit(name, EffectID(name), within: "g", limit) }
    #expect(told(try admit("b 2", "b", within: "g", limit)) == ["b replaced"])
    #expect(told(table.cancel(["c"])) == ["c cancelled"])
    complete(first)
    #expect(table.finish(node, isStream: false).started == [])
    #expect(table.containers.begunCount(of: "g") == 1, "until the whole has ended")
    #expect(table.runs.waitingRuns == ["b 2"])
  }

  @Test func `a restart under a full further name takes the place that it leaves, and is not refused`() throws {
    let limit = LaunchPolicy.atMost(2, waiting: 0)
    for name in ["a", "b"] { _ = try admit(name, EffectID(name), within: "g", limit) }
    #expect(refusal(try admit("c", "c", within: "g", limit)) == Refusal(.alreadyRunning, of: "g"))
    let again = try admit("a 2", "a", within: "g", limit)
    #expect(told(again) == ["a replaced"])
    #expect(refusal(again) == nil && table.runs.waitingRuns == [] && table.containers.begunCount(of: "g") == 2)
  }

  @Test func `what is refused replaces nothing`() throws {
    _ = try admit("a", "a", .concurrent, within: "g", .concurrent)
    admit("other", id: "h")
    #expect(refusal(try admit("a 2", "a", .replace, within: "h", .keepRunning)) == Refusal(.alreadyRunning, of: "h"))
    #expect(table.runs.runs == ["a", "other"])
  }

  @Test func `a run that waits for its own name takes no place under a further one`() throws {
    let limit = LaunchPolicy.atMost(2, .oldestFirst)
    let first = try key(admit("a", "a", .queue(limit: 5), within: "g", limit))
    _ = try admit("a 2", "a", .queue(limit: 5), within: "g", limit)
    _ = try admit("b", "b", within: "g", limit)
    _ = try admit("c", "c", within: "g", limit)
    #expect(table.runs.waitingRuns == ["a 2", "c"])
    let group = try #require(table.runs[first]?.container)
    complete(first)
    #expect(table.finish(node, isStream: false).started == [], "it waits behind the other one now")
    #expect(table.end(group).started == ["c"])
    #expect(table.runs.waitingRuns == ["a 2"])
    #expect(told(table.cancel(["b"])) == ["b cancelled"])
    #expect(table.runs.waitingRuns == [])
  }

  @Test func `a run of the name itself queues with those that have it as a further one`() throws {
    let limit = LaunchPolicy.atMost(1, .oldestFirst)
    let first = try #require(admit("own", id: "g", policy: limit))
    let second = try key(admit("a", "a", within: "g", limit))
    admit("own 2", id: "g", policy: limit)
    #expect(table.runs.count(of: "g") == 3)
    complete(first.key)
    #expect(table.finish(node, isStream: false).started == ["a"])
    let group = try #require(table.runs[second]?.container)
    complete(second)
    #expect(table.finish(node, isStream: false).started == [])
    #expect(table.end(group).started == ["own 2"])
  }

  @Test func `a group of one part ends with that part only if it was taken out`() throws {
    for isCancelled in [true, false] {
      let whole = try begun("whole", isLate: true)
      let inner = try begun("inner", inside: whole)
      admit("part", group: inner)
      if isCancelled { _ = table.cancel(["inner"]) } else { _ = table.end(inner) }
      #expect(table.containers.isCurrent(whole) != isCancelled)
      _ = table.end(whole)
    }
  }

  @Test func `a held run takes further names when its window ends`() throws {
    let further = try begun("further", isLate: true)
    admit("held", id: "x", edges: .trailing, group: further)
    admit("old", id: "further", policy: .concurrent)
    let end = table.endWindow(of: "x")
    #expect(end.started == ["held"])
    #expect(told(end) == ["old replaced"])
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
      position: .node(node),
      container: further
    )
    let changes = table.launch("in second", launch)
    let begins = changes.launched?.begins == true
    guard edges != nil else {
      #expect(begins && changes.beforeTurn == ["in second"])
      return #expect(told(changes) == ["old replaced"])
    }
    #expect(!begins)
    let end = table.endWindow(of: "x")
    #expect(end.beforeTurn == ["in second"])
    #expect(end.started == ["in second"])
    #expect(told(end) == ["old replaced"])
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
