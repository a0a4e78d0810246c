/// The named composite programs of one store that have not ended, and the runs in them.
///
/// Pure decisions. Runs are known by their places in the registry. A name may stand for several groups; groups may be
/// inside each other. One that was cancelled is no longer current, and nothing of it starts any more.
///
/// - Complexity: O(1) for each run and group, apart from hashing its name and, for a name that is in use, from looking
///   for groups of that name around it; O(what is taken out) to cancel by name, and O(groups) to cancel by a condition.
///   A run outside of every group costs a comparison.
package struct RunGroups {
  /// What can be known of a group.
  package struct Group {
    /// The name as it was given, inside its scope.
    package let ownID: EffectID
    package let scope: EffectScope?
    /// The node of the action that its program belongs to.
    package let node: SlotKey
    /// The name within the store.
    package let id: EffectID
    /// Whether nothing in it has begun, so that it takes no place among those of its name.
    fileprivate(set) var isWaiting = false
    /// Whether it takes the place of others of its name when something in it begins.
    package fileprivate(set) var replacesLate = false
    /// The next group of the same name around this one.
    fileprivate var outerNamesake: Int?
    /// How many groups of the same name are around each other here, this one included.
    fileprivate var nesting = 1

    package init(_ ownID: EffectID, scope: EffectScope? = nil, node: SlotKey = .none) {
      self.ownID = ownID
      self.scope = scope
      self.node = node
      id = scope.map { ownID.scoped(within: $0) } ?? ownID
    }
  }

  /// The groups of a name.
  private struct Line {
    var groups = LinkedIndices.List()
    var count = 0
    /// How many of them do not wait.
    var begunCount = 0
  }

  private var tree = RunTree<Group>()
  private var lines: [EffectID: Line] = [:]
  private var sameName = LinkedIndices()
  /// How many groups wait.
  private var waitingCount = 0
  /// Names of groups that have left a place to those who wait for it.
  private var left: [EffectID] = []

  package init() {}

  /// Whether there are groups, or have been since the last ``takeLeft()``.
  package var hasBegun: Bool { !lines.isEmpty || !left.isEmpty }

  /// Whether there is no group.
  package var isEmpty: Bool { lines.isEmpty }

  // MARK: Groups

  /// Adds a group, inside another one if there is one.
  ///
  /// One that waits takes no place among those of its name until ``open(around:of:)``.
  ///
  /// - Returns: what it is ended by, and asked for.
  package mutating func begin(
    _ group: Group,
    isWaiting: Bool = false,
    replacesLate: Bool = false,
    inside outer: SlotKey = .none
  ) -> SlotKey {
    var group = group
    group.isWaiting = isWaiting
    group.replacesLate = replacesLate
    waitingCount += isWaiting ? 1 : 0
    if let namesake = namesake(of: group.id, around: outer) {
      group.outerNamesake = namesake
      group.nesting += tree[namesake]?.nesting ?? 0
    }
    let index = tree.add(group, below: tree.find(outer))
    sameName.append(index, to: &lines[group.id, default: Line()].groups)
    lines[group.id, default: Line()].count += 1
    lines[group.id, default: Line()].begunCount += isWaiting ? 0 : 1
    return tree.key(of: index)
  }

  /// Takes out a group that has ended, unless it was cancelled.
  package mutating func end(_ key: SlotKey) {
    guard let index = tree.find(key) else { return }
    _ = cut(index)
  }

  /// Notes that something begins in a group: it and those around it do not wait any more.
  ///
  /// Not those of the name `id`, which is that of a run in front of their programs.
  ///
  /// - Returns: the groups that take the place of others now, outer ones last.
  package mutating func open(around inner: SlotKey, besides id: EffectID? = nil) -> [SlotKey] {
    guard waitingCount > 0 else { return [] }
    var replacing: [SlotKey] = []
    var next = tree.find(inner)
    while let index = next {
      next = tree.parent(of: index)
      guard let group = tree[index], group.isWaiting, group.id != id else { continue }
      open(index)
      if group.replacesLate { replacing.append(tree.key(of: index)) }
    }
    return replacing
  }

  /// Notes that the run in front of a group's program has ended, so that the program begins.
  package mutating func open(behind run: Int, of id: EffectID?) {
    guard waitingCount > 0, let id else { return }
    var next = tree.node(of: run)
    while let index = next {
      next = tree.parent(of: index)
      if let group = tree[index], group.isWaiting, group.id == id { open(index) }
    }
  }

  private mutating func open(_ index: Int) {
    tree[index]?.isWaiting = false
    waitingCount -= 1
    if let id = tree[index]?.id { lines[id, default: Line()].begunCount += 1 }
  }

  /// Whether a group was neither ended nor cancelled.
  package func isCurrent(_ key: SlotKey) -> Bool {
    tree.find(key) != nil
  }

  // MARK: Runs

  /// Adds a run to a group that is current.
  package mutating func link(run: Int, to key: SlotKey) {
    guard let index = tree.find(key) else { return }
    tree.link(run: run, to: index)
  }

  /// Takes a run out of its group, if it is in one.
  package mutating func unlink(run: Int) {
    _ = tree.unlink(run: run)
  }

  /// The innermost group that a run is in.
  package func group(of run: Int) -> SlotKey {
    tree.node(of: run).map { tree.key(of: $0) } ?? .none
  }

  // MARK: Cancelling

  /// Takes out the groups of a name and those inside them; those around `inner`, and itself, are spared.
  ///
  /// - Returns: their runs, outer groups' first.
  package mutating func cancel(_ id: EffectID, sparingAround inner: SlotKey = .none) -> [Int] {
    guard let line = lines[id] else { return [] }
    var next = namesake(of: id, around: inner)
    // Most often all are: then none of them is looked at.
    guard next.flatMap({ tree[$0]?.nesting }) != line.count else { return [] }
    var spared: Set<Int> = []
    while let index = next {
      spared.insert(index)
      next = tree[index]?.outerNamesake
    }
    return cancel(sameName.indices(of: line.groups).filter { !spared.contains($0) })
  }

  /// Takes out the groups that satisfy a condition, and those inside them.
  ///
  /// - Returns: their runs.
  @discardableResult
  package mutating func cancel(where condition: (Group) -> Bool) -> [Int] {
    isEmpty ? [] : cancel(tree.indices.filter { tree[$0].map(condition) == true })
  }

  private mutating func cancel(_ indices: [Int]) -> [Int] {
    // By their keys: one may be inside another.
    indices.map { tree.key(of: $0) }.flatMap { key in tree.find(key).map { cut($0) } ?? [] }
  }

  private mutating func cut(_ root: Int) -> [Int] {
    tree.cut(root) { index, group in
      guard var line = lines[group.id] else { return }
      sameName.remove(index, from: &line.groups)
      line.count -= 1
      if group.isWaiting {
        waitingCount -= 1
      } else {
        line.begunCount -= 1
        left.append(group.id)
      }
      lines[group.id] = line.count == 0 ? nil : line
    }
  }

  // MARK: Places

  /// How many groups of a name take a place.
  package func places(of id: EffectID) -> Int { lines[id]?.begunCount ?? 0 }

  /// How many of these are around a group, itself included.
  package func places(of id: EffectID, around inner: SlotKey) -> Int {
    var count = 0
    var next = namesake(of: id, around: inner)
    while let index = next {
      count += tree[index]?.isWaiting == true ? 0 : 1
      next = tree[index]?.outerNamesake
    }
    return count
  }

  /// Whether a run is in a group that takes a place.
  package func hasPlace(around run: Int) -> Bool {
    var next = tree.node(of: run)
    while let index = next {
      if tree[index]?.isWaiting == false { return true }
      next = tree.parent(of: index)
    }
    return false
  }

  /// Takes out the oldest group of a name that takes a place, and is not around `inner`.
  ///
  /// - Returns: its runs; nothing where there is no such group.
  package mutating func cancelOldest(_ id: EffectID, sparingAround inner: SlotKey) -> [Int]? {
    guard let line = lines[id] else { return nil }
    var spared: Set<Int> = []
    var next = namesake(of: id, around: inner)
    while let index = next {
      spared.insert(index)
      next = tree[index]?.outerNamesake
    }
    let oldest = sameName.indices(of: line.groups).first { !spared.contains($0) && tree[$0]?.isWaiting == false }
    return oldest.map { cut($0) }
  }

  /// The runs of each group of a name that takes a place.
  package func runs(of id: EffectID) -> [[Int]] {
    guard let line = lines[id] else { return [] }
    return sameName.indices(of: line.groups).filter { tree[$0]?.isWaiting == false }.map { tree.runs(below: $0) }
  }

  /// The names of groups that have left a place since the last call.
  package mutating func takeLeft() -> [EffectID] {
    guard !left.isEmpty else { return [] }
    defer { left = [] }
    return left
  }

  // MARK: Questions

  /// The name of a group that is current.
  package func id(of key: SlotKey) -> EffectID? { tree.find(key).flatMap { tree[$0]?.id } }

  /// Whether a name is that of a group.
  package func contains(_ id: EffectID) -> Bool { lines[id] != nil }

  /// The names of groups, in no particular order.
  package var ids: [EffectID] { Array(lines.keys) }

  /// The names of the groups in a scope and in those nested in it, as they are seen from the scope.
  package func ids(in scope: EffectScope) -> [EffectID] {
    tree.indices.compactMap { tree[$0] }.filter { $0.isInside(scope) }
      .map { $0.ownID.scoped(within: $0.scope, seenFrom: scope) }
  }

  /// The innermost group of a name among a group and those around it.
  private func namesake(of id: EffectID, around inner: SlotKey) -> Int? {
    guard lines[id] != nil else { return nil }
    var next = tree.find(inner)
    while let index = next, tree[index]?.id != id {
      next = tree.parent(of: index)
    }
    return next
  }
}

extension RunGroups.Group {
  /// Whether the group is in a scope or in one nested in it.
  func isInside(_ scope: EffectScope) -> Bool {
    self.scope.map { scope.contains($0) } ?? false
  }
}
