/// The effects of one store that are running, by name and by launch, and those that were cancelled but have not
/// ended yet. Pure decisions: it starts, cancels and calls nothing.
///
/// - Complexity: O(1) for each operation on one run; O(number of names selected and runs returned) for selectors.
package struct RunRegistry<Run> {
  private struct Slot {
    var generation: UInt32 = 1
    var run: Run?
    var id: EffectID?
    var node = SlotKey.none
    var traits = RunTraits()
    var isDraining = false
    var isAttached = false
  }

  private var slots: ContiguousArray<Slot> = []
  private var free: [Int] = []
  private var names: [EffectID: LinkedIndices.List] = [:]
  private var sameName = LinkedIndices()
  private var live = LinkedIndices.List()
  private var inLaunchOrder = LinkedIndices()

  /// The number of running effects, draining ones excepted.
  package private(set) var count = 0
  /// The number of cancelled effects that have not ended yet.
  package private(set) var drainingCount = 0

  package init() {}

  // MARK: Life of a run

  /// Registers a run under its key, before its task exists.
  package mutating func admit(_ run: Run, id: EffectID?, node: SlotKey, traits: RunTraits) -> SlotKey {
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
    if let id {
      sameName.append(index, to: &names[id, default: LinkedIndices.List()])
    }
    count += 1
    return SlotKey(index: index, generation: slots[index].generation)
  }

  /// Notes that the run has a task.
  ///
  /// - Returns: `false` where the run was cancelled before; the task is not known then and has to be cancelled.
  package mutating func attach(_ key: SlotKey) -> Bool {
    guard let index = find(key), !slots[index].isDraining else { return false }
    slots[index].isAttached = true
    return true
  }

  /// Takes out a run that has ended.
  ///
  /// - Returns: whether it was still running, rather than draining or gone.
  package mutating func end(_ key: SlotKey) -> Bool {
    guard let index = find(key) else { return false }
    let wasLive = !slots[index].isDraining
    if wasLive {
      unlink(index)
    } else {
      drainingCount -= 1
    }
    recycle(index)
    return wasLive
  }

  /// Takes a run out of the running ones. One with a task drains until it ends; one without is gone.
  ///
  /// - Returns: the run and whether it has a task; `nil` where it is not running.
  package mutating func cancel(_ key: SlotKey) -> Cancelled? {
    guard let index = find(key), !slots[index].isDraining, let run = slots[index].run else { return nil }
    let slot = slots[index]
    let cancelled = Cancelled(run: run, key: key, node: slot.node, traits: slot.traits, isAttached: slot.isAttached)
    unlink(index)
    if cancelled.isAttached {
      slots[index].isDraining = true
      drainingCount += 1
    } else {
      recycle(index)
    }
    return cancelled
  }

  package struct Cancelled {
    package let run: Run
    package let key: SlotKey
    package let node: SlotKey
    package let traits: RunTraits
    package let isAttached: Bool
  }

  private func find(_ key: SlotKey) -> Int? {
    let index = Int(key.index)
    guard index < slots.count, slots[index].generation == key.generation, slots[index].run != nil else { return nil }
    return index
  }

  private mutating func unlink(_ index: Int) {
    count -= 1
    inLaunchOrder.remove(index, from: &live)
    guard let id = slots[index].id else { return }
    // One lookup: the list is changed in place, and the name goes with its last run.
    if let position = names.index(forKey: id) {
      sameName.remove(index, from: &names.values[position])
      if names.values[position].isEmpty {
        names.remove(at: position)
      }
    }
  }

  private mutating func recycle(_ index: Int) {
    // A generation is used up after four thousand million uses of one place; 0 stays the key of nothing.
    let generation = slots[index].generation == .max ? 1 : slots[index].generation + 1
    slots[index] = Slot(generation: generation)
    free.append(index)
  }

  // MARK: Questions

  /// The key of the run at a place of the slab.
  package func key(_ index: Int) -> SlotKey {
    SlotKey(index: index, generation: slots[index].generation)
  }

  package func isRunning(_ id: EffectID) -> Bool {
    names[id] != nil
  }

  package func isRunning(_ key: SlotKey) -> Bool {
    find(key).map { !slots[$0].isDraining } ?? false
  }

  package func node(of key: SlotKey) -> SlotKey {
    find(key).map { slots[$0].node } ?? .none
  }

  /// The runs of a name, oldest first.
  package func keys(of id: EffectID) -> [SlotKey] {
    names[id].map { sameName.indices(of: $0).map(key) } ?? []
  }

  /// All running effects in the order of their launches.
  package var allKeys: [SlotKey] {
    inLaunchOrder.indices(of: live).map(key)
  }

  /// The names in use.
  package var ids: [EffectID] { Array(names.keys) }

  package func run(_ key: SlotKey) -> Run? {
    find(key).flatMap { slots[$0].run }
  }

  /// The cancelled runs that have not ended yet, in no particular order.
  package var drainingRuns: [Run] {
    slots.compactMap { $0.isDraining ? $0.run : nil }
  }
}
