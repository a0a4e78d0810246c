#if Exhaustive
import Testing
import _StoreTestSupport

@testable import StoreCore

@Suite(.serialized) struct ScopeTreeTests {
  private let rows = EffectScope("rows")
  private let first = EffectScope("rows").appending(1)
  private let second = EffectScope("rows").appending(2)
  private let detail = EffectScope("rows").appending(1).appending("detail")

  // MARK: Scopes

  @Test func `a scope and those around it exist while it has runs`() {
    let tree = SampleTree()
    #expect(!tree.machine.hasScopes)
    tree.link(0, detail)
    #expect(tree.scopes == [detail])
    #expect(tree.machine.count == 3)
    #expect([rows, first, detail].allSatisfy(tree.machine.contains) && !tree.machine.contains(second))
    tree.link(1, detail)
    tree.unlink(0)
    #expect(tree.scopes == [detail])
    tree.unlink(1)
    #expect(!tree.machine.hasScopes)
    #expect(tree.machine.count == 0)
  }

  @Test func `a cancel takes a scope and those nested in it, outer runs first, and nothing else`() {
    let tree = SampleTree()
    tree.link(0, detail)
    tree.link(1, first)
    tree.link(2, second)
    tree.link(3, first)
    tree.link(4, detail)
    #expect(tree.runs(in: first) == [1, 3, 0, 4])
    #expect(tree.cancel(first) == [1, 3, 0, 4])
    #expect(tree.runs(in: rows) == [2])
    #expect(tree.machine.count == 2)
    #expect(tree.cancel(first) == [])
    #expect(tree.cancel(rows) == [2])
    #expect(tree.machine.count == 0)
  }

  @Test func `a program is current until its scope, or one around it, is cancelled`() {
    for cancelled in [rows, first, detail] {
      let tree = SampleTree()
      let program = tree.begin(detail)
      let other = tree.begin(second)
      #expect(tree.isCurrent(program))
      #expect(tree.cancel(cancelled) == [])
      #expect(!tree.isCurrent(program))
      #expect(tree.isCurrent(other) == (cancelled != rows))
    }
  }

  @Test func `a program of a cancelled scope does not become current in a new one`() {
    let tree = SampleTree()
    let old = tree.begin(first)
    tree.cancel(first)
    let new = tree.begin(first)
    #expect(!tree.isCurrent(old))
    #expect(tree.isCurrent(new))
    tree.end(old)
    #expect(tree.isCurrent(new))
    tree.end(new)
    #expect(tree.machine.count == 0)
  }

  @Test func `an unfinished program keeps its scope`() {
    let tree = SampleTree()
    let program = tree.begin(first)
    tree.link(0, first)
    tree.unlink(0)
    #expect(tree.isCurrent(program))
    #expect(tree.scopes == [first])
    tree.end(program)
    #expect(tree.machine.count == 0)
  }

  // An engine may find the roots in a dictionary, whose order differs from process to process.
  @Test func `scopes come in the order of their beginnings, whatever the order of the roots`() {
    let tree = SampleTree()
    let scopes = (0..<8).map { rows.appending($0) }
    for (run, scope) in scopes.enumerated() { tree.link(run, scope) }
    #expect(tree.machine.scopes == scopes)
    #expect(tree.machine.scopes(in: scopes.reversed() + [rows]) == scopes)
  }

  @Test func `a deep path is opened and removed without recursion`() {
    let tree = SampleTree()
    var scope = EffectScope(0)
    for part in 1..<1_000 {
      scope = scope.appending(part)
    }
    tree.link(0, scope)
    #expect(tree.machine.count == 1_000)
    #expect(tree.cancel(EffectScope(0)) == [0])
    #expect(tree.machine.count == 0)
  }

  // MARK: Groups

  @Test func `a group in a scope has the scope's name, and is visible from the scopes around it`() {
    var tree = ScopeTree()
    let outer = EffectScope("outer")
    let inner = outer.appending("inner")
    _ = tree.begin(ScopeTree.NamedProgram("x", scope: inner))
    _ = tree.begin(ScopeTree.NamedProgram("y"))
    #expect(tree.contains(EffectID("x").scoped(to: inner)))
    #expect(!tree.contains("x"))
    #expect(tree.ids(in: inner) == [EffectID("x").scoped(to: inner)])
    #expect(tree.ids(in: outer) == [EffectID("x").scoped(to: inner)])
    #expect(tree.ids(in: EffectScope("other")) == [])
    #expect(tree.ids() == [EffectID("x").scoped(to: inner), "y"])
  }

  @Test func `a scope has effects while there is a group in it, also between the group's runs`() {
    var tree = ScopeTree()
    let group = tree.begin(ScopeTree.NamedProgram("x", scope: detail))
    #expect(tree.scopes == [detail])
    #expect(tree.scopes(in: [rows]) == [detail])
    tree.end(group)
    #expect(tree.scopes == [] && !tree.hasScopes)
  }

  @Test func `a group inside another of its name is spared with it, and one next to it is not`() {
    var tree = ScopeTree()
    let outer = tree.begin(ScopeTree.NamedProgram("x"))
    let between = tree.begin(ScopeTree.NamedProgram("y"), inside: outer)
    let inner = tree.begin(ScopeTree.NamedProgram("x"), inside: between)
    _ = tree.cancel("x", sparingAround: inner)
    #expect(tree.isCurrent(outer) && tree.isCurrent(inner))
    let beside = tree.begin(ScopeTree.NamedProgram("x"), inside: between)
    _ = tree.cancel("x", sparingAround: between)
    #expect(tree.isCurrent(outer) && !tree.isCurrent(inner) && !tree.isCurrent(beside))
  }

  @Test func `a scope in a group ends with it, and the same scope elsewhere does not`() {
    let tree = SampleTree()
    let group = tree.begin(group: "x")
    tree.link(0, first, inside: group)
    tree.link(1, first)
    #expect(tree.runs(in: first).sorted() == [0, 1])
    #expect(tree.cancel(name: "x") == [0])
    #expect(tree.runs(in: rows) == [1])
    let other = tree.begin(group: "x")
    tree.link(2, first, inside: other)
    #expect(tree.cancel(rows).sorted() == [1, 2])
    #expect(tree.isCurrent(other))
  }

  // MARK: Random operations

  @Test(arguments: Rounds.seeds(120))
  func `any operations have the same results as with plain arrays`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var pair = TreePair()
    for step in 0..<200 {
      pair.step(step, &random)
      try #require(pair.differences(&random) == [], "step \(step)")
    }
    pair.endAll()
    #expect(pair.tree.count == 0 && !pair.tree.hasScopes && !pair.tree.hasNamedPrograms)
  }
}

/// A tree and its model.
private struct TreePair {
  private(set) var tree = ScopeTree()
  private var model = ScopeTreeModel()
  private let ids: [EffectID] = ["a", "b", "c"]
  private static let actions = (0..<4).map { NodeKey(index: $0, generation: 1) }
  private var keys: [ContainerKey] = [.none]
  private var problems: [String] = []

  mutating func step(_ step: Int, _ random: inout SplitMix64) {
    let known = random.happens(onceIn: 2) ? random.pick(model.groups)?.id : nil
    let id = known ?? random.pick(ids) ?? "a"
    let key = random.pick(keys.suffix(12)) ?? .none
    let run = RunKey(index: random.number(below: step + 1), generation: 1)
    switch random.number(below: 20) {
    case 0..<4: begin(random.pick(ids) ?? "a", inside: key, &random)
    case 4..<8: link(RunKey(index: step, generation: 1), inside: key, &random)
    case 8..<10:
      let node = model.runs.first { $0.run == run }?.node ?? .none
      tree.unlink(run, from: node)
      model.unlink(run)
    case 10:
      let outer = outer(key, &random)
      // A program is registered for a scope only if it is not in that already.
      let path = outer.path + Self.path(&random)
      model.begin(tree.begin(in: Self.scope(path), inside: outer.key), in: path, inside: outer.group)
    case 11:
      guard let program = random.pick(model.programs.filter { !$0.isEnded }) else { return }
      tree.end(program.key)
      model.end(program: program.key)
    case 12:
      // A group that ends has nothing inside any more.
      guard model.group(key) != nil, !model.groups.contains(where: { $0.outer == key }) else { return }
      guard !model.runs.contains(where: { $0.group == key }) else { return }
      guard !model.current.contains(where: { $0.group == key }) else { return }
      tree.end(key)
      _ = model.takeOut { $0.key == key }
    case 13: compare(tree.cancel(id), model.takeOut { $0.id == id }, "cancel")
    case 14:
      let spared = model.around(key)
      let expected = model.takeOut { $0.id == id && !spared.contains($0.key) }
      compare(tree.cancel(id, sparingAround: key), expected, "cancel besides")
    case 15:
      let spared = model.around(key)
      let oldest = model.begun(id).first { !spared.contains($0.key) }
      let runs = tree.cancelOldest(id, sparingAround: key)
      check((runs == nil) == (oldest == nil), "cancelOldest")
      if let runs, let oldest { compare(runs, model.takeOut { $0.key == oldest.key }, "cancelOldest") }
    case 16:
      let besides = random.happens(onceIn: 2) ? id : nil
      tree.beginPrograms(around: key) { $0 != besides }
      model.open(around: key) { $0.id != besides }
    case 17:
      let run = random.pick(model.runs)
      tree.beginPrograms(around: run?.node ?? .none) { $0 == id }
      model.open(around: run?.group ?? .none) { $0.id == id }
    default: cancelScope(&random)
    }
  }

  /// The program that something begins in: a group, or at times a program in a scope.
  private func outer(
    _ key: ContainerKey,
    _ random: inout SplitMix64
  ) -> (key: ContainerKey, group: ContainerKey, path: [Int]) {
    if random.happens(onceIn: 4), let program = random.pick(model.current) {
      return (program.key, program.group, program.path)
    }
    let group = model.group(key)
    return (group?.key ?? .none, group?.key ?? .none, group?.path ?? [])
  }

  private mutating func begin(_ id: EffectID, inside key: ContainerKey, _ random: inout SplitMix64) {
    let outer = outer(key, &random)
    let path = Self.path(below: outer.path, &random)
    let action = random.pick(Self.actions) ?? .none
    let group = ScopeTree.NamedProgram(id, scope: path.isEmpty ? nil : Self.scope(path), node: action)
    let isWaiting = random.happens(onceIn: 2)
    let begun = tree.begin(group, isWaiting: isWaiting, inside: outer.key)
    check(!keys.contains(begun), "a key was given twice")
    keys.append(begun)
    model.begin(
      ScopeTreeModel.Group(
        key: begun,
        id: group.id,
        action: action,
        outer: outer.group,
        path: path,
        isWaiting: isWaiting
      )
    )
  }

  private mutating func link(_ run: RunKey, inside key: ContainerKey, _ random: inout SplitMix64) {
    let outer = outer(key, &random)
    let path = Self.path(below: outer.path, &random)
    let node = tree.open(path.isEmpty ? nil : Self.scope(path), inside: outer.key)
    tree.tree.link(run, to: node)
    guard !node.isNone else { return }
    model.link(ScopeTreeModel.Run(run: run, node: node, group: outer.group, path: path))
  }

  private mutating func cancelScope(_ random: inout SplitMix64) {
    let path = Self.path(&random)
    switch random.number(below: 4) {
    case 0:
      let runs = tree.cancelPrograms(in: Self.scope(path))
      check(Set(runs) == model.runs(in: path) && Set(runs).count == runs.count, "cancelPrograms")
      _ = model.takeOut { $0.path.starts(with: path) }
    case 1:
      check(Set(tree.left) == model.takeLeft(), "left")
      tree.left = []
      let actions = Self.actions.filter { _ in random.happens(onceIn: 2) }
      let expected = model.takeOut { actions.contains($0.action) }
      compare(tree.cancelPrograms(of: actions), expected, "cancelPrograms of actions")
    default:
      compare(tree.cancel(Self.scope(path)), model.cancel(path), "cancel of a scope")
    }
  }

  mutating func endAll() {
    for run in model.runs { tree.unlink(run.run, from: run.node) }
    tree.cancelAllPrograms()
    for program in model.programs where !program.isEnded { tree.end(program.key) }
  }

  private mutating func compare(_ runs: [RunKey], _ expected: Set<RunKey>, _ what: String) {
    check(Set(runs) == expected && runs.count == expected.count, what)
  }

  private mutating func check(_ isRight: Bool, _ what: String) {
    if !isRight { problems.append(what) }
  }

  /// The problems so far, and the questions that the tree answers unlike the model.
  func differences(_ random: inout SplitMix64) -> [String] {
    let key = random.pick(keys.suffix(12)) ?? .none
    let ids = self.ids + model.groups.suffix(5).map(\.id)
    let around = model.around(key)
    let asked = Self.path(&random)
    let roots = [asked, Self.path(&random)]
    let inRoots = tree.scopes(in: roots.map(Self.scope))
    let expected = model.paths.filter { path in roots.contains { path.starts(with: $0) } }
    let answers: [String: Bool] = [
      "places": ids.allSatisfy { tree.begunCount(of: $0) == model.begun($0).count },
      "places around": ids.allSatisfy { id in
        tree.begunCount(of: id, around: key) == model.begun(id).count { around.contains($0.key) }
      },
      "runs of names": ids.allSatisfy { id in
        tree.runs(of: id).map { Set($0) } == model.begun(id).map { model.runs(in: $0) }
      },
      "current groups": keys.suffix(40).allSatisfy { tree.isCurrent($0) == (model.group($0) != nil) },
      "current programs": model.programs.filter { !$0.isEnded }.allSatisfy { tree.isCurrent($0.key) != $0.isCancelled },
      "ids": Set(tree.ids()) == model.ids && tree.hasNamedPrograms == !model.ids.isEmpty,
      "contains id": ids.allSatisfy { tree.contains($0) == model.ids.contains($0) },
      "runs in": Set(tree.runs(in: Self.scope(asked))) == model.runs(in: asked),
      "scopes": Set(tree.scopes) == Set(model.paths.map(Self.scope)),
      "scopes in": Set(inRoots) == Set(expected.map(Self.scope)) && inRoots.count == expected.count,
      "contains scope": tree.contains(Self.scope(asked)) == model.paths.contains { $0.starts(with: asked) },
      "hasScopes": tree.hasScopes == !model.paths.isEmpty,
    ]
    return problems + answers.filter { !$0.value }.keys.sorted()
  }

  private static func path(_ random: inout SplitMix64) -> [Int] {
    (0...random.number(below: 3)).map { _ in random.number(below: 2) }
  }

  /// A program leaves its scope only at its end.
  private static func path(below outer: [Int], _ random: inout SplitMix64) -> [Int] {
    outer + (random.happens(onceIn: 2) ? [] : path(&random))
  }

  private static func scope(_ path: [Int]) -> EffectScope {
    path.dropFirst().reduce(EffectScope(path[0])) { $0.appending($1) }
  }
}

/// A tree behind a reference, so that an expectation can contain a change.
private final class SampleTree {
  private(set) var machine = ScopeTree()
  private var nodes: [RunKey: ContainerKey] = [:]

  var scopes: Set<EffectScope> { Set(machine.scopes) }

  func link(_ run: Int, _ scope: EffectScope, inside group: ContainerKey = .none) {
    let run = RunKey(index: run, generation: 1)
    let node = machine.open(scope, inside: group)
    machine.tree.link(run, to: node)
    nodes[run] = node
  }

  func unlink(_ run: Int) {
    let run = RunKey(index: run, generation: 1)
    machine.unlink(run, from: nodes[run] ?? .none)
  }

  func begin(_ scope: EffectScope) -> ContainerKey {
    machine.begin(in: scope)
  }

  func begin(group id: EffectID) -> ContainerKey {
    machine.begin(ScopeTree.NamedProgram(id))
  }

  func end(_ key: ContainerKey) {
    machine.end(key)
  }

  func isCurrent(_ key: ContainerKey) -> Bool {
    machine.isCurrent(key)
  }

  @discardableResult
  func cancel(_ scope: EffectScope) -> [Int] {
    machine.cancel(scope).map(\.slot)
  }

  func cancel(name: EffectID) -> [Int] {
    machine.cancel(name).map(\.slot)
  }

  func runs(in scope: EffectScope) -> [Int] {
    machine.runs(in: scope).map(\.slot)
  }
}
#endif
