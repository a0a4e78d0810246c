/// The effects of one store that are running, by name and by launch, and those that were cancelled but have not ended
/// yet.
///
/// Pure decisions: it starts, cancels and calls nothing.
///
/// - Complexity: O(1) for each operation on one run; O(runs returned) for those on several.
package struct RunRegistry<Run> {
  private struct Slot {
    var generation: UInt32 = 1
    var run: Run?
    var id: EffectID?
    var node = SlotKey.none
    var traits = RunTraits()
    var isDraining = false
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
  private var names: [EffectID: LinkedIndices.List] = [:]
  private var sameName = LinkedIndices()
  private var live = LinkedIndices.List()
  private var inLaunchOrder = LinkedIndices()

  /// The number of running effects, draining ones excepted.
  package private(set) var count = 0
  /// How many of the running effects are streams.
  package private(set) var streamCount = 0

  package init() {}

  // MARK: Life of a run

  /// Registers a run under its key, before its task exists.
  ///
  /// With the replace policy `replaced` is called with each older run of the name, which is then draining.
  ///
  /// - Returns: the run's key.
  package mutating func admit(
    _ run: Run,
    id: EffectID?,
    policy: LaunchPolicy,
    node: SlotKey,
    traits: RunTraits,
    replaced: (Cancelled) -> Void
  ) -> SlotKey {
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
    if let id {
      switch policy.kind {
      case .concurrent:
        sameName.append(index, to: &names[id, default: LinkedIndices.List()])
      case .replace:
        var list = LinkedIndices.List()
        sameName.append(index, to: &list)
        if let older = names.updateValue(list, forKey: id) {
          drain(older, replaced)
        }
      }
    }
    return key(index)
  }

  /// Takes out a run that has ended.
  ///
  /// - Returns: whether it was still running, rather than draining or gone.
  package mutating func end(_ key: SlotKey) -> Bool {
    guard let index = find(key) else { return false }
    let wasLive = !slots[index].isDraining
    if wasLive {
      unlinkName(index)
      unlink(index)
    }
    recycle(index)
    return wasLive
  }

  /// Takes the runs of a name out of the running ones, oldest first.
  ///
  /// They drain until they end.
  package mutating func cancel(_ id: EffectID, _ body: (Cancelled) -> Void) {
    if let list = names.removeValue(forKey: id) {
      drain(list, body)
    }
  }

  /// Takes one run out of the running ones.
  package mutating func cancel(_ key: SlotKey, _ body: (Cancelled) -> Void) {
    guard let index = find(key), !slots[index].isDraining else { return }
    unlinkName(index)
    drain(index, body)
  }

  /// Drains a list whose name no longer points to it.
  private mutating func drain(_ list: LinkedIndices.List, _ body: (Cancelled) -> Void) {
    var index = list.first
    while index >= 0 {
      // Before the slot can be used again, which a caller's body cannot cause while this runs.
      let next = sameName.next(after: index)
      drain(index, body)
      index = next
    }
  }

  private mutating func drain(_ index: Int, _ body: (Cancelled) -> Void) {
    guard let run = slots[index].run else { return }
    unlink(index)
    slots[index].isDraining = true
    body(Cancelled(run: run, key: key(index), node: slots[index].node, traits: slots[index].traits))
  }

  private func find(_ key: SlotKey) -> Int? {
    let index = Int(key.index)
    guard index < slots.count, slots[index].generation == key.generation, slots[index].run != nil else { return nil }
    return index
  }

  private mutating func unlink(_ index: Int) {
    inLaunchOrder.remove(index, from: &live)
    count -= 1
    streamCount -= slots[index].traits.isStream ? 1 : 0
  }

  private mutating func unlinkName(_ index: Int) {
    guard let id = slots[index].id, let position = names.index(forKey: id) else { return }
    sameName.remove(index, from: &names.values[position])
    if names.values[position].isEmpty {
      names.remove(at: position)
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
    find(key).map { !slots[$0].isDraining } ?? false
  }

  /// The key of the run at a place of the slab.
  package func key(_ index: Int) -> SlotKey {
    SlotKey(index: index, generation: slots[index].generation)
  }

  package func isRunning(_ id: EffectID) -> Bool {
    names[id] != nil
  }

  package func node(of key: SlotKey) -> SlotKey {
    find(key).map { slots[$0].node } ?? .none
  }

  package func isStream(_ key: SlotKey) -> Bool {
    find(key).map { slots[$0].traits.isStream } ?? false
  }

  /// The names in use, in no particular order.
  package var ids: [EffectID] { Array(names.keys) }

  /// All running effects in the order of their launches.
  package var keys: [SlotKey] {
    inLaunchOrder.indices(of: live).map(key)
  }

  /// All running effects in the order of their launches.
  package var runs: [Run] {
    inLaunchOrder.indices(of: live).compactMap { slots[$0].run }
  }

  /// The cancelled runs that have not ended yet, in no particular order.
  package var drainingRuns: [Run] {
    slots.compactMap { $0.isDraining ? $0.run : nil }
  }
}
