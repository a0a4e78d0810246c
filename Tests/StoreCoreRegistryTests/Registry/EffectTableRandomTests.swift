import Testing
import _StoreTestSupport

@testable import StoreCore

/// Random operations on the decisions about effects, compared with a model.
@Suite(.serialized) struct EffectTableRandomTests {
  @Test(arguments: Rounds.seeds(150))
  func `any operations are decided as in the model`(seed: Int) throws {
    let pair = TablePair(seed: seed)
    for step in 0..<150 {
      pair.step()
      try #require(pair.differences.isEmpty, "step \(step)")
    }
    if seed.isMultiple(of: 2) {
      pair.endAll()
      #expect(pair.table.tree.count == 0)
      #expect(pair.table.runs.count == 0)
    } else {
      pair.close()
    }
    #expect(pair.differences.isEmpty)
    #expect(pair.resumed.union(pair.gaveUp) == Set(0..<pair.waiters))
    #expect(pair.resumed.isDisjoint(with: pair.gaveUp))
  }
}

private final class TablePair {
  typealias Machine = EffectTable.StateMachine<Int, Int>
  typealias Entry = RunsModel.Entry

  private(set) var table = Machine()
  private var model = EffectTableModel()
  private var random: SplitMix64
  private let ids: [EffectID] = ["a", "b", "c"]

  /// The units of nodes that have not been released yet: handlings of actions, and ends of runs; one of a run that has
  /// completed, and whose last action is being handled.
  private var units: [(node: NodeKey, isStream: Bool, isRun: Bool, hasCompleted: Bool)] = []
  private var keys: [RunKey] = [.none]
  private var runCount = 0
  private(set) var waiters = 0
  private(set) var resumed: Set<Int> = []
  private(set) var gaveUp: Set<Int> = []
  private var problems: [String] = []
  /// The number of waiters that were resumed because a run was queued after the one that waited for it.
  private(set) var rings = 0

  init(seed: Int) {
    random = SplitMix64(seed: seed)
  }

  func step() {
    switch random.number(below: 24) {
    case 0: open(parent: .none)
    case 1..<3: open(parent: someNode)
    case 3..<6: releaseOne()
    case 6..<9: admit(at: random.pick(units)?.node ?? someNode)
    case 9..<12: admitAlone(parent: someNode)
    case 12..<16: complete(random.pick(keys) ?? .none)
    case 16..<18: cancelSomething()
    case 18..<22: wait()
    default: giveUp()
    }
  }

  private var someNode: NodeKey {
    let running = random.pick(model.runs.running)?.node
    return (random.happens(onceIn: 2) ? running : nil) ?? random.pick(model.tree.keys.suffix(20)) ?? .none
  }

  // MARK: Actions

  private func open(parent: NodeKey) {
    let isCounted = !random.happens(onceIn: 4)
    let node = table.open(parent: parent, isCounted: isCounted)
    check(model.open(node, parent: parent, isCounted: isCounted), "open")
    units.append((node, false, false, false))
  }

  private func releaseOne() {
    if !units.isEmpty { release(at: random.number(below: units.count)) }
  }

  private func release(at index: Int) {
    let unit = units.remove(at: index)
    guard unit.isRun else {
      let expected = model.release(unit.node, isStream: unit.isStream)
      return compare(table.release(unit.node).finished, expected, "release")
    }
    let expected = model.finish(unit.node, isStream: unit.isStream)
    let changes = table.finish(unit.node, isStream: unit.isStream)
    compare(changes, [], expected, started: model.startDue(), "finish")
  }

  // MARK: Runs

  private func admit(at node: NodeKey) {
    // An action's effects start while it is handled or while others of its effects run.
    guard model.tree.isSettled(node, scope: .own) == false else { return }
    let (id, policy, traits) = options()
    let launch = LaunchRequest(id: id, policy: policy, position: .node(node), traits: traits)
    let changes = table.launch(runCount, launch)
    let refusal = model.refusal(at: node, of: id, policy)
    guard let (key, own, begins) = changes.launched else {
      return check(refusal != nil, "admit refused")
    }
    check(refusal == nil && own == node, "admit")
    let expected = model.admit(entry(key, id, node, traits), policy: policy)
    compare(key, begins: begins, changes, expected, "admit")
  }

  private func admitAlone(parent: NodeKey) {
    let (id, policy, traits) = options()
    let isCounted = !random.happens(onceIn: 4)
    let position = Position.child(of: parent, isCounted: isCounted)
    let launch = LaunchRequest(id: id, policy: policy, position: position, traits: traits)
    let changes = table.launch(runCount, launch)
    let refusal = model.refusal(at: parent, of: id, policy)
    guard let (key, node, begins) = changes.launched else {
      return check(refusal != nil, "admitAlone refused")
    }
    check(refusal == nil, "admitAlone")
    let expected = model.admitAlone(
      entry(key, id, node, traits),
      policy: policy,
      parent: parent,
      isCounted: isCounted
    )
    compare(key, begins: begins, changes, expected, "admitAlone")
  }

  private static let policies: [LaunchPolicy] = [
    .replace, .replace, .concurrent, .concurrent, .keepRunning, .queue(limit: 1), .queue(limit: 3),
    .atMost(2, .oldestFirst), .atMost(2, .newestWins),
  ]

  private func options() -> (EffectID?, LaunchPolicy, RunTraits) {
    let traits = RunTraits(isStream: random.happens(onceIn: 4), continuesOnMainActor: random.happens(onceIn: 4))
    return (random.pick(ids + [nil]) ?? nil, random.pick(Self.policies) ?? .replace, traits)
  }

  private func entry(_ key: RunKey, _ id: EffectID?, _ node: NodeKey, _ traits: RunTraits) -> Entry {
    defer { runCount += 1 }
    check(!keys.contains(key), "a key was given twice")
    keys.append(key)
    return Entry(run: runCount, key: key, id: id, node: node, traits: traits)
  }

  private func complete(_ key: RunKey) {
    // A store handles the last action of a run before it completes the next one.
    if let index = units.firstIndex(where: \.hasCompleted) { release(at: index) }
    let entry = model.runs.entry(of: key)
    // A run that has not begun cannot end.
    guard entry?.isQueued != true else { return }
    let hasCompleted = table.complete(key)
    check(hasCompleted == model.complete(key), "complete")
    if hasCompleted, let entry {
      units.append((entry.node, entry.traits.isStream, true, true))
    }
  }

  private func cancelSomething() {
    switch random.number(below: 8) {
    case 0:
      let expected = model.cancelAll()
      compare(table.cancelAll(), expected.cancelled, expected.finished, started: model.startDue(), "cancelAll")
    case 1..<3:
      let ids = [random.pick(ids), random.pick(ids)].compactMap(\.self)
      let expected = model.cancel(ids)
      compare(table.cancel(ids), expected.cancelled, expected.finished, started: model.startDue(), "cancel of \(ids)")
    case 3..<5:
      let id: EffectID = random.pick(ids) ?? "a"
      let expected = model.cancel(id)
      compare(table.cancel([id]), expected.cancelled, expected.finished, started: model.startDue(), "cancel of \(id)")
    default:
      let node = someNode
      let expected = model.cancelTree(node)
      let started = model.startDue()
      let changes = table.cancelTree(node)
      compare(changes, expected.cancelled, expected.finished, started: started, isInOrder: false, "cancelTree")
    }
  }

  func endAll() {
    while !units.isEmpty || !model.runs.entries.isEmpty {
      for entry in model.runs.entries {
        complete(entry.key)
      }
      releaseOne()
    }
  }

  func close() {
    let expected = model.close()
    compare(table.close(), expected.cancelled, expected.finished, started: model.startDue(), "close")
    for _ in 0..<30 {
      step()
    }
    check(table.isClosed && table.runs.count == 0, "closed")
  }

  // MARK: Waiters

  private func wait() {
    let run = random.happens(onceIn: 3) ? nil : random.pick(model.runs.entries.filter { !$0.isQueued })?.key
    let scope: Machine.Scope = random.happens(onceIn: 2) ? .own : .tree
    let wait = EffectTableModel.Wait(waiter: waiters, node: someNode, scope: scope, run: run)
    let isWaiting = table.addWaiter(wait.waiter, to: wait.node, scope: wait.scope, run: run)
    check(isWaiting == model.addWaiter(wait), "addWaiter: \(isWaiting)")
    waiters += isWaiting ? 1 : 0
  }

  private func giveUp() {
    guard let wait = random.pick(model.waits) else { return }
    if !resumed.contains(wait.waiter) {
      gaveUp.insert(wait.waiter)
    }
    table.remove(wait.waiter, from: wait.node, run: wait.run)
    model.removeWaiter(wait.waiter)
  }

  // MARK: Comparing

  private func check(_ isRight: Bool, _ what: String) {
    if !isRight {
      problems.append(what)
    }
  }

  private func compare(_ finished: [Int], _ expected: [Int], _ what: String) {
    check(finished.sorted() == expected.sorted(), "\(what) resumed \(finished), not \(expected)")
    for waiter in finished {
      check(resumed.insert(waiter).inserted && !gaveUp.contains(waiter), "\(waiter) was resumed once too often")
    }
  }

  private func compare(
    _ key: RunKey,
    begins: Bool,
    _ changes: Machine.Changes,
    _ expected: (replaced: [Entry], finished: [Int]),
    _ what: String
  ) {
    let isQueued = model.runs.entry(of: key)?.isQueued
    check(isQueued == !begins, "\(what) begins: \(begins)")
    let opened = isQueued == true ? model.breakWaitCycles() : []
    rings += opened.count
    let started = model.startDue()
    compare(changes, expected.replaced, expected.finished + opened, started: started, what)
  }

  private func compare(
    _ changes: Machine.Changes,
    _ expected: [Entry],
    _ finished: [Int],
    started: [Entry] = [],
    isInOrder: Bool = true,
    _ what: String
  ) {
    check(changes.started.sorted() == started.map(\.run).sorted(), "\(what) started \(changes.started)")
    let places = changes.cancelled.map { Place(run: $0.run, key: $0.key, node: $0.node) }
    let expectedPlaces = expected.map { Place(run: $0.run, key: $0.key, node: $0.node) }
    check(Set(places) == Set(expectedPlaces) && places.count == expected.count, "\(what) took \(places)")
    check(!isInOrder || places == expectedPlaces, "\(what) took \(places) in this order")
    compare(changes.finished, finished, what)
    // A run that continues on the main actor is released when it has completed.
    units += expected.filter(\.traits.continuesOnMainActor).map { ($0.node, $0.traits.isStream, true, false) }
  }

  private struct Place: Hashable {
    let run: Int
    let key: RunKey
    let node: NodeKey
  }

  /// The problems so far, and the questions that the table answers unlike the model.
  var differences: [String] {
    let runs = model.runs
    let nodes = model.tree.keys.suffix(12)
    let answers: [String: Bool] = [
      "runs": table.runs.runs == runs.entries.map(\.run),
      "counts": table.runs.count == runs.entries.count
        && table.runs.activeCount == runs.running.count { !$0.traits.isStream },
      "ids": Set(table.ids()) == runs.ids,
      "nodes": model.tree.count.contains(table.tree.count),
      "isCancelled": nodes.allSatisfy { table.tree.isCancelled($0) == model.tree.isCancelled($0) },
      "isSettled": nodes.allSatisfy { node in
        [.own, .tree].allSatisfy { scope in
          table.tree.isSettled(node, scope: scope) == model.tree.isSettled(node, scope: scope)
        }
      },
    ]
    return problems + answers.filter { !$0.value }.keys.sorted()
  }
}
