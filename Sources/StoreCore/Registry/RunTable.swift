/// The facts about a registered run.
// Not a part of the table: a type inside a generic one is copied and destroyed by calls into the Swift runtime.
struct RunEntry {
  let id: EffectID?
  let traits: RunTraits
  /// The node of its action in the tree of actions.
  let node: NodeKey
  /// The node of its scope or its named program in the tree of scopes.
  let container: ContainerKey
  /// The number of its launch.
  fileprivate let number: Int
  fileprivate(set) var status: RunStatus

  /// Whether it keeps the store from being quiet by itself.
  fileprivate var isActive: Bool { !status.isQueued && !traits.isStream }
}

/// The runs of one store, and the queue of each name: which of its runs have begun, and which wait for them.
///
/// A queued run begins when fewer runs of its name are running than its limit allows, and never before one that has
/// queued longer. A held run begins when its throttle lets it, and holds up no other.
///
/// - Complexity: O(1) amortised for each operation on one run, besides hashing its name; O(its runs) for those on a
///   name; O(the most runs at any time), besides sorting the runs, for those on all.
struct RunTable<Run> {
  private typealias Members = LinkedKeys<KeySpace.Runs>

  /// The neighbours of runs in the lists of their names.
  private struct Links {
    var running = Members()
    var queued = Members()
  }

  /// The runs of one name.
  private struct NameQueue {
    /// In the order in which they began.
    ///
    /// Some have room under this name, and wait for room under another.
    var running = Members.List()
    /// In the order of their launches.
    ///
    /// Some are of another name, and wait for room under this one as well.
    var queued = Members.List()
    var held = RunKey.none
    /// Whether the name is among `due`.
    var isDue = false

    var isEmpty: Bool { running.isEmpty && queued.isEmpty && held.isNone }

    mutating func add(_ key: RunKey, _ status: RunStatus, _ links: inout Links) {
      switch status {
      case .running: links.running.append(key, to: &running)
      case .queued: links.queued.append(key, to: &queued)
      case .held: held = key
      }
    }

    mutating func remove(_ key: RunKey, _ status: RunStatus, _ links: inout Links) {
      switch status {
      case .running: links.running.remove(key, from: &running)
      case .queued: links.queued.remove(key, from: &queued)
      case .held: held = .none
      }
    }
  }

  private var entries = Slab<RunEntry, KeySpace.Runs>()
  /// The runs, in the slots of their entries.
  private var runs: ContiguousArray<Run?> = []
  private var queues: [EffectID: NameQueue] = [:]
  private var links = Links()
  /// The names for which runs wait that have room under their own.
  private var outerQueues: [RunKey: EffectID] = [:]
  /// Names that may have a queued run to begin.
  private var due = Queue<EffectID>()
  /// The name of a run that has ended, until its last action was handled: no run begins in its room before.
  private var nameInUse: EffectID?
  private var launches = 0

  /// The number of running and waiting runs.
  var count: Int { entries.count }
  /// The number of runs that are neither queued nor streams.
  private(set) var activeCount = 0

  init() {}

  // MARK: Launching

  /// Adds a run, after those of its name.
  mutating func insert(
    _ run: Run,
    _ launch: LaunchRequest,
    node: NodeKey,
    container: ContainerKey,
    _ status: RunStatus,
    in queue: EffectID? = nil
  ) -> RunKey {
    launches += 1
    let entry = RunEntry(
      id: launch.id,
      traits: launch.traits,
      node: node,
      container: container,
      number: launches,
      status: status
    )
    activeCount += entry.isActive ? 1 : 0
    let key = entries.insert(entry)
    if key.slot == runs.count { runs.append(run) } else { runs[key.slot] = run }
    if entry.id != nil || queue != nil { enter(key, id: entry.id, status, in: queue) }
    return key
  }

  /// Adds a run to the lists of its name, and of the name for which it waits, if that is another one.
  private mutating func enter(_ key: RunKey, id: EffectID?, _ status: RunStatus, in queue: EffectID?) {
    var status = status
    if let queue, queue != id, status.isQueued {
      queues[queue, default: NameQueue()].add(key, status, &links)
      outerQueues[key] = queue
      status = .running
    }
    if let id { queues[id, default: NameQueue()].add(key, status, &links) }
  }

  /// Takes a run from the list of a name for which it waits besides its own; returns its status under its own name.
  private mutating func leaveOuterQueue(_ key: RunKey, _ status: RunStatus) -> RunStatus {
    guard status.isQueued, let queue = outerQueues.removeValue(forKey: key) else { return status }
    queues[queue]?.remove(key, status, &links)
    leave(queue)
    return .running
  }

  /// Notes that there may be room under a name, or removes its lists if they are empty.
  private mutating func leave(_ id: EffectID) {
    guard queues[id]?.isEmpty == true else { return noteDue(id) }
    queues[id] = nil
  }

  /// Whether a run of the name begins at once under a limit.
  func hasRoom(under id: EffectID, limit: Int) -> Bool {
    guard let queue = queues[id] else { return limit > 0 }
    return queue.queued.isEmpty && queue.running.count < limit
  }

  /// Changes the status of a run, which comes after those of its name that have this status.
  mutating func change(_ key: RunKey, to status: RunStatus, in queue: EffectID? = nil) {
    guard var entry = entries[key] else { return }
    let former = leaveOuterQueue(key, entry.status)
    if let id = entry.id { queues[id]?.remove(key, former, &links) }
    enter(key, id: entry.id, status, in: queue)
    activeCount -= entry.isActive ? 1 : 0
    entry.status = status
    activeCount += entry.isActive ? 1 : 0
    entries.update(key) { $0.status = status }
  }

  /// Notes that there may be room for a queued run of a name.
  mutating func noteDue(_ id: EffectID) {
    guard let queue = queues[id], !queue.queued.isEmpty, !queue.isDue else { return }
    queues[id]?.isDue = true
    due.append(id)
  }

  /// The queued run whose turn has come, if any, which leaves the queue next; `programs` counts those that have begun
  /// under a name.
  ///
  /// The end or the cancel of a run does not begin another by itself, so that what its end causes comes first.
  mutating func next(beside programs: (EffectID) -> Int) -> RunKey? {
    while let id = due.first {
      if id != nameInUse, let queue = queues[id], case .queued(let limit) = entries[queue.queued.first]?.status,
        queue.running.count + programs(id) < limit
      {
        return queue.queued.first
      }
      _ = due.popFirst()
      queues[id]?.isDue = false
    }
    return nil
  }

  // MARK: Ends

  /// Gives the room of a run that was kept to those that wait for it, once the run's last action was handled; `false` if
  /// there was none.
  mutating func giveRoom() -> Bool {
    guard let id = nameInUse.take() else { return false }
    noteDue(id)
    return true
  }

  /// Takes out a run; what waits for it does not begin before ``next(beside:)`` is called.
  ///
  /// With `keepsRoom` nothing begins in its room before ``giveRoom()``: its last action is still to be handled.
  mutating func remove(_ key: RunKey, keepsRoom: Bool = false) -> (run: Run, entry: RunEntry)? {
    guard let entry = entries.remove(key), let run = runs[key.slot].take() else { return nil }
    activeCount -= entry.isActive ? 1 : 0
    let status = outerQueues.isEmpty ? entry.status : leaveOuterQueue(key, entry.status)
    guard let id = entry.id, let position = queues.index(forKey: id) else { return (run, entry) }
    queues.values[position].remove(key, status, &links)
    if queues.values[position].isEmpty {
      queues.remove(at: position)
    } else {
      noteDue(id)
      if keepsRoom, !queues.values[position].queued.isEmpty {
        assert(nameInUse == nil, "the last action of one run is handled before the next run completes")
        nameInUse = id
      }
    }
    return (run, entry)
  }

  // MARK: Questions

  subscript(_ key: RunKey) -> RunEntry? { entries[key] }

  func run(of key: RunKey) -> Run? { entries.contains(key) ? runs[key.slot] : nil }

  func contains(_ id: EffectID) -> Bool { queues[id] != nil }

  /// The name for which a queued run waits.
  func queue(of key: RunKey) -> EffectID? {
    guard let entry = entries[key], entry.status.isQueued else { return nil }
    return outerQueues[key] ?? entry.id
  }

  /// The run of a name that is taken out first: the oldest one that has begun, else of those that queue, else a held one.
  func first(of id: EffectID) -> RunKey? {
    guard let queue = queues[id] else { return nil }
    if !queue.running.isEmpty { return queue.running.first }
    return queue.queued.isEmpty ? held(of: id) : queue.queued.first
  }

  /// The number of runs of a name, including queued but not held ones.
  func count(of id: EffectID) -> Int {
    queues[id].map { $0.running.count + $0.queued.count } ?? 0
  }

  func count(ofQueued id: EffectID) -> Int { queues[id]?.queued.count ?? 0 }

  /// The run of a name that its throttle holds, if there is one.
  func held(of id: EffectID) -> RunKey? { queues[id].flatMap { $0.held.isNone ? nil : $0.held } }

  /// The runs of a name that have begun, oldest first.
  func running(of id: EffectID) -> [RunKey] { queues[id].map { links.running.keys(of: $0.running) } ?? [] }

  /// The queued runs of a name, each with a number: it still gets its turn if so many of the running ones never end.
  ///
  /// - Complexity: O(the queued runs).
  func tolerances(of id: EffectID) -> [RunKey: Int] {
    var tolerances: [RunKey: Int] = [:]
    var least = Int.max
    for key in queues[id].map({ links.queued.keys(of: $0.queued) }) ?? [] {
      // None begins before those that have queued longer.
      if case .queued(let limit) = entries[key]?.status { least = min(least, limit - 1) }
      tolerances[key] = least
    }
    return tolerances
  }

  /// The runs that satisfy a condition, those among some keys if they are given, in the order of their launches.
  func keys(
    among keys: [RunKey]? = nil,
    where condition: (RunStatus) -> Bool = { _ in true }
  ) -> [RunKey] {
    (keys ?? entries.keys)
      .compactMap { key in entries[key].flatMap { condition($0.status) ? (key: key, number: $0.number) : nil } }
      .sorted { $0.number < $1.number }
      .map(\.key)
  }

  /// The runs that satisfy a condition, those among some keys if they are given, in the order of their launches.
  func runs(among keys: [RunKey]? = nil, where condition: (RunStatus) -> Bool = { _ in true }) -> [Run] {
    self.keys(among: keys, where: condition).compactMap { runs[$0.slot] }
  }
}
