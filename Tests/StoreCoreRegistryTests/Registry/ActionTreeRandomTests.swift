import Testing
import _StoreTestSupport

@testable import StoreCore

/// Random operations on a tree, compared with a model that never removes a node.
@Suite(.serialized) struct ActionTreeRandomTests {
  @Test(arguments: Rounds.seeds(120))
  func `any operations have the same results as in a tree that keeps all its nodes`(seed: Int) throws {
    let pair = TreePair(seed: seed)
    for step in 0..<150 {
      pair.step()
      let differences = pair.differences(sample: step % 50 == 0 ? .max : 10)
      try #require(differences.isEmpty, "step \(step)")
    }
    pair.releaseAll()
    #expect(pair.differences(sample: .max).isEmpty)
    #expect(pair.tree.count == 0)
    #expect(pair.added == pair.resumed.union(pair.removed))
  }
}

private final class TreePair {
  private(set) var tree = ActionTree<Int>()
  private var model = ActionTreeModel()
  private var random: SplitMix64

  /// The units of nodes that have not been released yet; a run is linked to its node until then.
  private var units: [(node: NodeKey, isStream: Bool, run: Int?)] = []
  private var freeRuns = Array(0..<200)
  private var waits: [(waiter: Int, node: NodeKey)] = []
  private(set) var added: Set<Int> = []
  private(set) var resumed: Set<Int> = []
  private(set) var removed: Set<Int> = []
  private var problems: [String] = []

  init(seed: Int) {
    random = SplitMix64(seed: seed)
  }

  func step() {
    let known = random.pick(model.keys.suffix(30)) ?? .none
    let alive = random.pick(units)?.node ?? .none
    let isStream = random.happens(onceIn: 4)
    switch random.number(below: 20) {
    case 0..<2: open(parent: .none, isStream: false)
    case 2..<6: open(parent: alive, isStream: random.happens(onceIn: 4))
    case 6: open(parent: known, isStream: isStream)
    case 7: retain(alive, isStream: isStream)
    case 8..<10: launch(at: alive, isStream: isStream)
    case 10..<16: release(at: random.number(below: max(units.count, 1)))
    case 16: cancel(known)
    case 17: askOfStale(known)
    case 18: wait(for: known, scope: random.happens(onceIn: 2) ? .own : .tree)
    default: giveUp()
    }
  }

  func releaseAll() {
    while !units.isEmpty {
      release(at: random.number(below: units.count))
    }
  }

  private func open(parent: NodeKey, isStream: Bool) {
    let isCounted = !random.happens(onceIn: 4)
    let key = tree.open(parent: parent, isCounted: isCounted, isStream: isStream)
    if !model.open(key, parent: parent, isCounted: isCounted, isStream: isStream) {
      problems.append("a key was given twice")
    }
    units.append((key, isStream, nil))
  }

  private func retain(_ node: NodeKey, isStream: Bool) {
    guard !node.isNone else { return }
    tree.retain(node, isStream: isStream)
    model.retain(node, isStream: isStream)
    units.append((node, isStream, nil))
  }

  private func launch(at node: NodeKey, isStream: Bool) {
    guard !node.isNone, let run = freeRuns.popLast() else { return }
    retain(node, isStream: isStream)
    tree.nodes.link(key(of: run), to: node)
    model.link(run: run, to: node)
    units[units.count - 1].run = run
  }

  private func release(at index: Int) {
    guard !units.isEmpty else { return }
    let unit = units.remove(at: index)
    if let run = unit.run {
      tree.nodes.unlink(key(of: run), from: unit.node)
      model.unlink(run: run, from: unit.node)
      freeRuns.append(run)
    }
    var finished: [Int] = []
    tree.release(unit.node, isStream: unit.isStream, into: &finished)
    if finished.sorted() != model.release(unit.node, isStream: unit.isStream).sorted() {
      problems.append("release resumed \(finished)")
    }
    for waiter in finished where !resumed.insert(waiter).inserted || removed.contains(waiter) {
      problems.append("waiter \(waiter) was resumed once too often")
    }
    waits.removeAll { finished.contains($0.waiter) }
  }

  private func key(of run: Int) -> RunKey { RunKey(index: run, generation: 1) }

  private func cancel(_ node: NodeKey) {
    guard random.happens(onceIn: 3) else { return }
    let runs = tree.cancel(node).map(\.slot)
    let expected = model.cancel(node)
    if runs.count != expected.count || Set(runs) != Set(expected.keys) {
      problems.append("cancel took \(runs)")
    }
    for (place, run) in runs.enumerated() where !(expected[run] ?? []).isDisjoint(with: runs[..<place]) {
      problems.append("run \(run) came after one that it caused")
    }
  }

  /// Operations on a node that was removed must change nothing.
  private func askOfStale(_ node: NodeKey) {
    guard model.find(node) == nil else { return }
    var finished: [Int] = []
    tree.retain(node, isStream: false)
    tree.addWaiter(-1, to: node, scope: .tree)
    tree.release(node, isStream: false, into: &finished)
    if !finished.isEmpty || !tree.cancel(node).isEmpty {
      problems.append("a stale key matched")
    }
  }

  private func wait(for node: NodeKey, scope: ActionTreeModel.Scope) {
    guard !model.isSettled(node, scope: scope) else { return }
    let waiter = added.count
    added.insert(waiter)
    waits.append((waiter, node))
    tree.addWaiter(waiter, to: node, scope: scope)
    model.addWaiter(waiter, to: node, scope: scope)
  }

  private func giveUp() {
    guard !waits.isEmpty else { return }
    let wait = waits.remove(at: random.number(below: waits.count))
    removed.insert(wait.waiter)
    tree.remove(wait.waiter, from: wait.node)
    model.removeWaiter(wait.waiter, of: wait.node)
  }

  /// The problems so far, and the questions that the tree answers unlike the model.
  func differences(sample: Int) -> [String] {
    var keys = model.keys
    if keys.count > sample {
      keys = (0..<sample).compactMap { _ in random.pick(keys) }
    }
    var differences = problems
    if !model.count.contains(tree.count) {
      differences.append("count \(tree.count), not \(model.count)")
    }
    for key in keys {
      if tree.isCancelled(key) != model.isCancelled(key) {
        differences.append("isCancelled of \(key)")
      }
      for scope in [ActionTreeModel.Scope.own, .tree] {
        if tree.isSettled(key, scope: scope) != model.isSettled(key, scope: scope) {
          differences.append("isSettled of \(key), \(scope)")
        }
        let runs = tree.runs(of: key, scope: scope).map(\.slot)
        if Set(runs) != model.runs(of: key, scope: scope) || Set(runs).count != runs.count {
          differences.append("runs of \(key), \(scope)")
        }
      }
    }
    return differences
  }
}
