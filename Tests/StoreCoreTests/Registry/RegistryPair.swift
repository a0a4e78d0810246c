import StoreCore

/// A registry of runs beside its model: each operation is done on both, and what differs is noted.
struct RegistryPair {
  typealias Entry = RunRegistryModel.Entry

  private(set) var registry = RunRegistry<Int>()
  private(set) var model = RunRegistryModel()
  /// How many launches there were, refused ones included.
  private(set) var launches = 0
  private(set) var refusals = 0
  private(set) var keys: [SlotKey] = []
  private var problems: [String] = []

  mutating func launch(id: EffectID?, policy: LaunchPolicy, traits: RunTraits = RunTraits()) {
    defer { launches += 1 }
    let refusal = model.refusal(of: id, policy: policy)
    check(registry.refusal(of: id, policy: policy) == refusal, "refusal")
    guard refusal == nil else {
      refusals += 1
      return
    }
    let node = SlotKey(index: launches, generation: 1)
    var replaced: [Entry] = []
    let key = registry.admit(launches, id: id, policy: policy, node: node, traits: traits) {
      replaced.append(Entry($0, id: id))
    }
    check(!keys.contains(key) && !key.isNone, "a key was given twice")
    keys.append(key)
    let expected = model.admit(Entry(run: launches, key: key, id: id, node: node, traits: traits), policy: policy)
    compare(replaced, expected, "replaced")
    startDue()
  }

  mutating func end(_ key: SlotKey) {
    check(registry.end(key) == model.end(key), "end")
    startDue()
  }

  mutating func cancel(_ id: EffectID) {
    var cancelled: [Entry] = []
    registry.cancel(id) { cancelled.append(Entry($0, id: id)) }
    compare(cancelled, model.cancel { $0.id == id }, "cancel of a name")
    startDue()
  }

  mutating func cancel(_ key: SlotKey) {
    let id = model.entry(of: key)?.id
    var cancelled: [Entry] = []
    registry.cancel(key) { cancelled.append(Entry($0, id: id)) }
    compare(cancelled, model.cancel { $0.key == key }, "cancel of a run")
    startDue()
  }

  private mutating func startDue() {
    var started: [Int] = []
    registry.startDue { run, _ in started.append(run) }
    // Of several names, whose turn comes first is nobody's concern.
    check(started.sorted() == model.startDue().map(\.run).sorted(), "started \(started)")
  }

  private mutating func compare(_ taken: [Entry], _ expected: [Entry], _ what: String) {
    let places = expected.map { Entry(run: $0.run, key: $0.key, id: $0.id, node: $0.node, traits: $0.traits) }
    check(taken == places, "\(what) took \(taken.map(\.run)), not \(expected.map(\.run))")
  }

  private mutating func check(_ isRight: Bool, _ what: String) {
    if !isRight {
      problems.append(what)
    }
  }

  /// Whether all went well so far, and the registry answers the most telling questions as the model does.
  var isAlike: Bool {
    problems.isEmpty && registry.keys == model.live.map(\.key)
      && registry.waitingRuns == model.queued.map(\.run) && registry.queuedCount == model.queued.count
      && registry.drainingRuns.count == model.draining.count && Set(registry.ids) == model.ids
  }

  /// What went wrong so far, and the questions that the registry answers unlike the model.
  var differences: [String] {
    let live = model.live
    let known = registry.keys
    let recent = keys.suffix(30)
    let answers: [String: Bool] = [
      "count": registry.count == live.count,
      "queuedCount": registry.queuedCount == model.queued.count,
      "streamCount": registry.streamCount == model.running.count { $0.traits.isStream },
      "runs": registry.runs == live.map(\.run),
      "waitingRuns": registry.waitingRuns == model.queued.map(\.run),
      "unqueuedRuns": registry.unqueuedRuns == model.running.map(\.run),
      "keys": known == live.map(\.key) && known.map { registry.key(Int($0.index)) } == known,
      "drainingRuns": registry.drainingRuns.sorted() == model.draining.map(\.run),
      "ids": Set(registry.ids) == model.ids && registry.ids.count == model.ids.count,
      "isRunning": model.ids.allSatisfy(registry.isRunning),
      "isStream": recent.allSatisfy { registry.isStream($0) == (model.entry(of: $0)?.traits.isStream == true) },
      "isQueued": recent.allSatisfy { registry.isQueued($0) == (model.entry(of: $0)?.isQueued == true) },
      "node": recent.allSatisfy { registry.node(of: $0) == model.entry(of: $0)?.node ?? .none },
    ]
    return problems + answers.filter { !$0.value }.keys.sorted()
  }
}

extension RunRegistryModel.Entry {
  fileprivate init(_ cancelled: RunRegistry<Int>.Cancelled, id: EffectID?) {
    self.init(run: cancelled.run, key: cancelled.key, id: id, node: cancelled.node, traits: cancelled.traits)
  }
}
