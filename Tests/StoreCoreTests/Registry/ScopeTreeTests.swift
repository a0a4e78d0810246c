import StoreCore
import Testing

@Suite struct ScopeTreeTests {
  private let rows = EffectScope("rows")
  private let first = EffectScope("rows").appending(1)
  private let second = EffectScope("rows").appending(2)
  private let detail = EffectScope("rows").appending(1).appending("detail")

  @Test func `a scope is there while it has runs, and those around it`() {
    let tree = SampleTree()
    #expect(tree.machine.isEmpty)
    tree.link(0, detail)
    #expect(tree.scopes == [detail])
    #expect(tree.machine.count == 3)
    tree.link(1, detail)
    tree.unlink(0)
    #expect(tree.scopes == [detail])
    tree.unlink(1)
    #expect(tree.machine.isEmpty)
    #expect(tree.machine.count == 0)
  }

  @Test func `runs outside of every scope are not known`() {
    let tree = SampleTree()
    tree.unlink(7)
    tree.link(3, first)
    tree.unlink(2)
    tree.unlink(90)
    #expect(tree.runs(in: first) == [3])
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
    #expect(tree.machine.isEmpty)
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
    #expect(tree.machine.isEmpty)
  }

  @Test func `an unfinished program keeps its scope`() {
    let tree = SampleTree()
    let program = tree.begin(first)
    tree.link(0, first)
    tree.unlink(0)
    #expect(tree.isCurrent(program))
    #expect(tree.scopes == [first])
    tree.end(program)
    #expect(tree.machine.isEmpty)
  }

  @Test func `the key of nothing is never current`() {
    let tree = SampleTree()
    #expect(!tree.isCurrent(.none))
    tree.link(0, first)
    #expect(!tree.isCurrent(.none))
    tree.end(.none)
    #expect(tree.scopes == [first])
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
    #expect(tree.machine.isEmpty)
  }

  // MARK: Random operations

  @Test(arguments: 0..<100)
  func `any operations are answered as plain arrays would`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var tree = ScopeTree()
    var model = ScopeTreeModel()
    for step in 0..<200 {
      let path = Self.path(&random)
      let scope = Self.scope(path)
      switch random.number(below: 12) {
      case 0..<4:
        let run = random.number(below: 12)
        guard !model.runs.contains(where: { $0.run == run }) else { continue }
        tree.link(run: run, to: scope)
        model.link(run: run, to: path)
      case 4..<7:
        let run = random.number(below: 14)
        tree.unlink(run: run)
        model.unlink(run: run)
      case 7..<9:
        model.begin(tree.begin(in: scope), in: path)
      case 9..<11:
        guard let program = random.pick(model.programs.filter { !$0.isEnded }) else { continue }
        tree.end(program.key)
        model.end(program.key)
      default:
        let cancelled = tree.cancel(scope)
        try #require(Set(cancelled) == model.cancel(path) && Set(cancelled).count == cancelled.count, "step \(step)")
      }
      let asked = Self.path(&random)
      try #require(Set(tree.runs(in: Self.scope(asked))) == model.runs(in: asked), "step \(step)")
      try #require(Set(tree.scopes) == Set(model.paths.map(Self.scope)), "step \(step)")
      let roots = [asked, Self.path(&random)]
      let inRoots = tree.scopes(in: roots.map(Self.scope))
      let expected = model.paths.filter { path in roots.contains { path.starts(with: $0) } }
      try #require(Set(inRoots) == Set(expected.map(Self.scope)) && inRoots.count == expected.count, "step \(step)")
      try #require(tree.contains(Self.scope(asked)) == model.keptPaths.contains(asked), "step \(step)")
      try #require(tree.count == model.keptPaths.count, "step \(step)")
      try #require(tree.isEmpty == model.paths.isEmpty, "step \(step)")
      let open = model.programs.filter { !$0.isEnded }
      try #require(open.allSatisfy { tree.isCurrent($0.key) != $0.isCancelled }, "step \(step)")
    }
  }

  private static func path(_ random: inout SplitMix64) -> [Int] {
    (0...random.number(below: 4)).map { _ in random.number(below: 2) }
  }

  private static func scope(_ path: [Int]) -> EffectScope {
    path.dropFirst().reduce(EffectScope(path[0])) { $0.appending($1) }
  }
}

/// A tree behind a reference, so that an expectation can contain a change.
private final class SampleTree {
  private(set) var machine = ScopeTree()

  var scopes: Set<EffectScope> { Set(machine.scopes) }

  func link(_ run: Int, _ scope: EffectScope) {
    machine.link(run: run, to: scope)
  }

  func unlink(_ run: Int) {
    machine.unlink(run: run)
  }

  func begin(_ scope: EffectScope) -> SlotKey {
    machine.begin(in: scope)
  }

  func end(_ key: SlotKey) {
    machine.end(key)
  }

  func isCurrent(_ key: SlotKey) -> Bool {
    machine.isCurrent(key)
  }

  @discardableResult
  func cancel(_ scope: EffectScope) -> [Int] {
    machine.cancel(scope)
  }

  func runs(in scope: EffectScope) -> [Int] {
    machine.runs(in: scope)
  }
}
