/// The effects of one store that are running or wait for their turn, by name and by launch, and those that were
/// cancelled but have not ended yet.
///
/// Pure decisions: it starts, cancels and calls nothing.
///
/// - Complexity: O(1) for each operation on one run; O(runs returned) for those on several.
package struct RunRegistry<Run> {
  private enum Status: UInt8 {
    case running
    /// Waits for others of its name to end.
    case queued
    /// Waits until somebody lets it begin.
    case held
    /// Was cancelled while its task ran.
    case draining
  }

  // In an order without gaps: a store may have very many of these.
  private struct Slot {
    var run: Run?
    var id: EffectID?
    var traits = RunTraits()
    var status = Status.running
    var generation: UInt32 = 1
    var node = SlotKey.none
  }

  /// A run that was taken out of the running ones.
  package struct Cancelled {
    package let run: Run
    package let key: SlotKey
    package let node: SlotKey
    package let traits: RunTraits
  }

  private var slots: ContiguousArray<Slot> = []
  private var free: [Int] = []
  private var lines = RunLines()
  private var live = LinkedIndices.List()
  private var inLaunchOrder = LinkedIndices()

  /// The number of running and waiting effects, draining ones excepted.
  package private(set) var count = 0
  /// How many of these wait for others of their name to end.
  package private(set) var queuedCount = 0
  /// How many of the others are streams.
  package private(set) var streamCount = 0

  package init() {}

  // MARK: Launching

  /// What takes places among the runs of a name besides these: programs that have the name as a whole.
  package struct Beside {
    package let places: Int
    /// How many of them the launch is part of, for which they leave room.
    package let own: Int

    package static var nothing: Beside { Beside(places: 0, own: 0) }

    package init(places: Int, own: Int) {
      self.places = places
      self.own = own
    }

    /// What is left of a limit for runs.
    func rest(of limit: Int) -> Int { limit - places + own }
  }

  /// Why a launch would be refused, if it would.
  package func refusal(of id: EffectID?, policy: LaunchPolicy, beside: Beside = .nothing) -> RefusalReason? {
    guard let id, case .oldestFirst(let running, let waiting) = policy.kind else { return nil }
    guard !hasPlace(in: id, limit: beside.rest(of: running)), Int(lines[id]?.queuedCount ?? 0) >= waiting else {
      return nil
    }
    return waiting == 0 ? .alreadyRunning : .queueIsFull
  }

  /// Whether one of so many starts at once.
  package func hasPlace(in id: EffectID, limit: Int) -> Bool {
    lines.hasPlace(in: id, limit: limit)
  }

  /// Registers a run that is not refused under its key, before its task exists.
  ///
  /// `replaced` is called with each older run that has to make place, oldest first; it is out of the running ones then.
  ///
  /// - Returns: the run's key; ask ``isQueued(_:)`` whether it has to wait.
  package mutating func admit(
    _ run: Run,
    id: EffectID?,
    policy: LaunchPolicy,
    beside: Beside = .nothing,
    node: SlotKey,
    traits: RunTraits,
    replaced: (Cancelled) -> Void
  ) -> SlotKey {
    let index = insert(run, id: id, node: node, traits: traits)
    if let id {
      place(index, in: id, policy: policy, beside, replaced)
    }
    return key(index)
  }

  /// Registers a run that waits for ``release(_:policy:replaced:)``; a name has one of these at most.
  package mutating func hold(_ run: Run, id: EffectID, node: SlotKey, traits: RunTraits) -> SlotKey {
    let index = insert(run, id: id, node: node, traits: traits)
    slots[index].status = .held
    lines.hold(index, in: id)
    return key(index)
  }

  /// What became of a held run.
  package enum Release {
    /// It begins.
    case begun(Run)
    /// It waits for others of its name.
    case queued(Run)
    /// It is out of the running ones, without ever having begun.
    case refused(Cancelled, RefusalReason)
    /// It had gone before.
    case gone
  }

  /// Lets a held run begin, as if it were launched now.
  package mutating func release(
    _ key: SlotKey,
    policy: LaunchPolicy,
    beside: Beside = .nothing,
    replaced: (Cancelled) -> Void
  ) -> Release {
    guard let index = find(key), slots[index].status == .held, let id = slots[index].id else { return .gone }
    lines.remove(index, from: id)
    if let reason = refusal(of: id, policy: policy, beside: beside) {
      var refused: Cancelled?
      takeOut(index) { refused = $0 }
      return refused.map { .refused($0, reason) } ?? .gone
    }
    slots[index].status = .running
    place(index, in: id, policy: policy, beside, replaced)
    guard let run = slots[index].run else { return .gone }
    return slots[index].status == .running ? .begun(run) : .queued(run)
  }

  private mutating func insert(_ run: Run, id: EffectID?, node: SlotKey, traits: RunTraits) -> Int {
    let index: Int
    if let reused = free.popLast() {
      index = reused
    } else {
      index = slots.count
      slots.append(Slot())
    }
    slots[index].run = run
    slots[index].id = id
    slots[index].node = node
    slots[index].traits = traits
    inLaunchOrder.append(index, to: &live)
    count += 1
    streamCount += traits.isStream ? 1 : 0
    return index
  }

  private mutating func place(
    _ index: Int,
    in id: EffectID,
    policy: LaunchPolicy,
    _ beside: Beside,
    _ replaced: (Cancelled) -> Void
  ) {
    switch policy.kind {
    case .replace:
      if let older = lines.replace(id, with: index) {
        takeOut(older, replaced)
      }
    case .concurrent:
      lines.append(index, to: id)
    case .newestWins(let limit):
      trim(id, to: limit - 1, replaced)
      lines.append(index, to: id)
    case .oldestFirst(let running, _):
      guard !hasPlace(in: id, limit: beside.rest(of: running)) else { return lines.append(index, to: id) }
      lines.queue(index, in: id, limit: running == .max ? running : running + beside.own)
      slots[index].status = .queued
      queuedCount += 1
      streamCount -= slots[index].traits.isStream ? 1 : 0
    }
  }

  /// Takes out the oldest runs of a name until no more than so many are left.
  package mutating func trim(_ id: EffectID, to limit: Int, _ replaced: (Cancelled) -> Void) {
    while let line = lines[id], Int(line.runningCount) + Int(line.queuedCount) > limit {
      let oldest = line.running.isEmpty ? line.queued.first : line.running.first
      guard oldest >= 0 else { return }
      lines.remove(oldest, from: id)
      takeOut(oldest, replaced)
    }
  }

  /// Lets a queued run begin before its turn.
  package mutating func begin(queued key: SlotKey) {
    guard let index = find(key), slots[index].status == .queued, let id = slots[index].id else { return }
    lines.begin(index, in: id)
    slots[index].status = .running
    queuedCount -= 1
    streamCount += slots[index].traits.isStream ? 1 : 0
  }

  /// Notes that there may be a place for a queued run of a name.
  package mutating func noteDue(_ id: EffectID) {
    lines.noteDue(id)
  }

  /// Lets queued runs start whose time has come; `groups` take places of their names, too.
  ///
  /// The end or the cancel of a run lets nobody start by itself, so that what its end causes comes first.
  package mutating func startDue(beside groups: RunGroups = RunGroups(), _ body: (Run, SlotKey) -> Void) {
    while let index = lines.popDue(places: { groups.places(of: $0) }) {
      slots[index].status = .running
      queuedCount -= 1
      streamCount += slots[index].traits.isStream ? 1 : 0
      if let run = slots[index].run {
        body(run, key(index))
      }
    }
  }

  // MARK: Ends

  /// Takes out a run that has ended.
  ///
  /// One that lands has an action still to be handled: nobody begins in its place before ``endLanding()``.
  ///
  /// - Returns: whether it was still running, rather than draining or gone.
  package mutating func end(_ key: SlotKey, lands: Bool = false) -> Bool {
    guard let index = find(key) else { return false }
    let wasLive = slots[index].status != .draining
    if wasLive {
      unlinkName(index, lands: lands)
      unlink(index)
    }
    recycle(index)
    return wasLive
  }

  /// Notes that the last action of the run that has landed was handled.
  package mutating func endLanding() {
    lines.endLanding()
  }

  /// Takes the runs of a name out: running ones, oldest first, then waiting ones.
  ///
  /// Those that have started drain until they end.
  package mutating func cancel(_ id: EffectID, _ body: (Cancelled) -> Void) {
    if let line = lines.take(id) {
      takeOut(line, body)
    }
  }

  /// Takes one run out.
  package mutating func cancel(_ key: SlotKey, _ body: (Cancelled) -> Void) {
    guard let index = find(key), slots[index].status != .draining else { return }
    unlinkName(index)
    takeOut(index, body)
  }

  /// Takes out a line whose name no longer points to it.
  private mutating func takeOut(_ line: RunLine, _ body: (Cancelled) -> Void) {
    takeOut(line.running, body)
    takeOut(line.queued, body)
    if let held = line.held {
      takeOut(held, body)
    }
  }

  private mutating func takeOut(_ list: LinkedIndices.List, _ body: (Cancelled) -> Void) {
    var index = list.first
    while index >= 0 {
      // Before the place can be used again, which a caller's body cannot cause while this runs.
      let next = lines.next(after: index)
      takeOut(index, body)
      index = next
    }
  }

  private mutating func takeOut(_ index: Int, _ body: (Cancelled) -> Void) {
    guard let run = slots[index].run else { return }
    unlink(index)
    let cancelled = Cancelled(run: run, key: key(index), node: slots[index].node, traits: slots[index].traits)
    if slots[index].status == .running {
      slots[index].status = .draining
    } else {
      // It never gets a task whose end could be waited for.
      lines.forget(index)
      recycle(index)
    }
    body(cancelled)
  }

  private func find(_ key: SlotKey) -> Int? {
    let index = Int(key.index)
    guard index < slots.count, slots[index].generation == key.generation, slots[index].run != nil else { return nil }
    return index
  }

  private mutating func unlink(_ index: Int) {
    inLaunchOrder.remove(index, from: &live)
    count -= 1
    if slots[index].status == .queued {
      queuedCount -= 1
    } else {
      streamCount -= slots[index].traits.isStream ? 1 : 0
    }
  }

  private mutating func unlinkName(_ index: Int, lands: Bool = false) {
    if let id = slots[index].id {
      lines.remove(index, from: id, lands: lands)
    }
  }

  private mutating func recycle(_ index: Int) {
    // A generation is used up after four thousand million uses of one place; 0 stays the key of nothing.
    let generation = slots[index].generation == .max ? 1 : slots[index].generation + 1
    slots[index] = Slot(generation: generation)
    free.append(index)
  }

  // MARK: Questions

  package func isLive(_ key: SlotKey) -> Bool {
    find(key).map { slots[$0].status != .draining } ?? false
  }

  /// Whether a run was cancelled and has not ended.
  package func isDraining(_ key: SlotKey) -> Bool {
    find(key).map { slots[$0].status == .draining } ?? false
  }

  /// Whether the run waits for others of its name to end.
  package func isQueued(_ key: SlotKey) -> Bool {
    find(key).map { slots[$0].status == .queued } ?? false
  }

  /// Whether the run has not started, for whatever reason.
  package func isWaiting(_ key: SlotKey) -> Bool {
    find(key).map { isWaiting($0) } ?? false
  }

  private func isWaiting(_ index: Int) -> Bool {
    slots[index].status == .queued || slots[index].status == .held
  }

  /// The key of the run at a place of the slab.
  package func key(_ index: Int) -> SlotKey {
    SlotKey(index: index, generation: slots[index].generation)
  }

  /// The run at a place of the slab.
  package func run(_ index: Int) -> Run? {
    slots[index].run
  }

  package func isRunning(_ id: EffectID) -> Bool {
    lines[id] != nil
  }

  package func node(of key: SlotKey) -> SlotKey {
    find(key).map { slots[$0].node } ?? .none
  }

  package func isStream(_ key: SlotKey) -> Bool {
    find(key).map { slots[$0].traits.isStream } ?? false
  }

  /// The name of a run.
  package func id(of key: SlotKey) -> EffectID? {
    find(key).flatMap { slots[$0].id }
  }

  /// How many runs of a name there are, waiting ones included.
  package func count(of id: EffectID) -> Int {
    lines[id].map { Int($0.runningCount) + Int($0.queuedCount) } ?? 0
  }

  /// What holds back a queued run: it gets its turn as long as no more than `tolerance` of the running ones never end.
  ///
  /// - Complexity: O(the runs of its name).
  package func blockers(of key: SlotKey) -> (running: [SlotKey], tolerance: Int)? {
    guard
      let index = find(key),
      let id = slots[index].id,
      let tolerance = lines.tolerance(of: index, in: id)
    else { return nil }
    return (lines.running(id).map { self.key($0) }, tolerance)
  }

  /// The names in use, in no particular order.
  package var ids: [EffectID] { lines.ids }

  /// All running and waiting effects in the order of their launches.
  package var keys: [SlotKey] {
    inLaunchOrder.indices(of: live).map(key)
  }

  /// All running and waiting effects in the order of their launches.
  package var runs: [Run] {
    inLaunchOrder.indices(of: live).compactMap { slots[$0].run }
  }

  /// The effects that have not started, in the order of their launches.
  package var waitingRuns: [Run] {
    inLaunchOrder.indices(of: live).compactMap { isWaiting($0) ? slots[$0].run : nil }
  }

  /// The running effects and those that are held, but not those that wait for others.
  package var unqueuedRuns: [Run] {
    inLaunchOrder.indices(of: live).compactMap { slots[$0].status == .queued ? nil : slots[$0].run }
  }

  /// The cancelled runs that have not ended yet, in no particular order.
  package var drainingRuns: [Run] {
    slots.compactMap { $0.status == .draining ? $0.run : nil }
  }
}
