@testable import StoreCore

/// The decisions about runs and a model of them: each operation is done on both, and differences are recorded.
///
/// Each run is the only one of its action.
struct RunsPair {
  typealias Machine = EffectTable.StateMachine<Int, Int>
  typealias Entry = RunsModel.Entry

  private(set) var machine = Machine()
  private(set) var model = RunsModel()
  /// The number of launches, refused ones included.
  private(set) var launches = 0
  private(set) var refusals = 0
  private(set) var keys: [RunKey] = []
  private var problems: [String] = []

  mutating func launch(id: EffectID?, policy: LaunchPolicy, traits: RunTraits = RunTraits()) {
    defer { launches += 1 }
    let refusal = model.refusal(of: id, policy: policy)
    let position = Position.child(of: .none, isCounted: false)
    let launch = LaunchRequest(id: id, policy: policy, position: position, traits: traits)
    let changes = machine.launch(launches, launch)
    guard let (key, node, begins) = changes.launched else {
      let refused = changes.refusal
      check(refused != nil && refused?.reason == refusal && refused?.id == id, "refused: \(refused as Any)")
      refusals += 1
      return
    }
    check(refusal == nil, "not refused")
    check(!keys.contains(key) && !key.isNone, "a key was given twice")
    keys.append(key)
    let entry = Entry(run: launches, key: key, id: id, node: node, traits: traits)
    let replaced = model.admit(entry, policy: policy)
    check(model.entry(of: key)?.isQueued == !begins, "begins: \(begins)")
    compare(changes, replaced, .replaced, "launch")
  }

  /// Ends a run whose last action causes nothing, or one that was cancelled.
  mutating func end(_ key: RunKey) {
    guard let entry = model.entry(of: key) else {
      check(!machine.complete(key), "completed")
      _ = model.end(key)
      return
    }
    check(machine.complete(key) && model.end(key), "did not complete")
    compare(machine.finish(entry.node, isStream: entry.traits.isStream), [], .cancelled, "end")
  }

  mutating func cancel(_ id: EffectID) {
    compare(machine.cancel([id]), model.cancel { $0.id == id }, .cancelled, "cancel of a name")
  }

  mutating func cancel(_ key: RunKey) {
    let node = model.entry(of: key)?.node ?? .none
    compare(machine.cancelTree(node), model.cancel { $0.key == key }, .cancelled, "cancel of a run")
  }

  mutating func cancelAll() {
    compare(machine.cancelAll(), model.cancelAll(), .cancelled, "cancel of all")
  }

  private mutating func compare(
    _ changes: Machine.Changes,
    _ expected: [Entry],
    _ outcome: EffectOutcome,
    _ what: String
  ) {
    // If several names are due, the order among them is not promised.
    let started = model.startDue().map(\.run).sorted()
    check(changes.started.sorted() == started, "\(what) started \(changes.started), not \(started)")
    let taken = changes.cancelled.map { [Int($0.key.index), Int($0.key.generation), $0.run, Int($0.node.index)] }
    let places = expected.map { [Int($0.key.index), Int($0.key.generation), $0.run, Int($0.node.index)] }
    check(taken == places, "\(what) took \(changes.cancelled.map(\.run)), not \(expected.map(\.run))")
    check(changes.cancelled.allSatisfy { "\($0.outcome)" == "\(outcome)" }, "\(what) as \(outcome)")
  }

  private mutating func check(_ isRight: Bool, _ what: String) {
    if !isRight {
      problems.append(what)
    }
  }

  /// Whether there is no problem so far, and the most telling questions are answered as in the model.
  var isAlike: Bool {
    problems.isEmpty && machine.runs.keys() == model.entries.map(\.key)
      && machine.runs.waitingRuns == model.queued.map(\.run)
      && Set(machine.ids()) == model.ids
  }

  /// The problems so far, and the questions that are answered unlike the model.
  var differences: [String] {
    let entries = model.entries
    let runs = machine.runs
    let recent = keys.suffix(30)
    let answers: [String: Bool] = [
      "count": runs.count == entries.count,
      "activeCount": runs.activeCount == model.running.count { !$0.traits.isStream },
      "runs": runs.runs == entries.map(\.run),
      "waitingRuns": runs.waitingRuns == model.queued.map(\.run),
      "keys": runs.keys() == entries.map(\.key),
      "ids": Set(machine.ids()) == model.ids && machine.ids().count == model.ids.count,
      "contains": model.ids.allSatisfy(runs.contains),
      "by key": recent.allSatisfy { key in (runs[key] != nil) == entries.contains { $0.key == key } },
      "isQueued": recent.allSatisfy { (runs[$0]?.status.isQueued == true) == (model.entry(of: $0)?.isQueued == true) },
      "nodes": machine.tree.count == entries.count,
    ]
    return problems + answers.filter { !$0.value }.keys.sorted()
  }
}
