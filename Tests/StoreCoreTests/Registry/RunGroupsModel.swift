import StoreCore

/// What named groups have to answer, kept in one plain array.
struct RunGroupsModel {
  struct Group {
    let key: SlotKey
    let id: EffectID
    let outer: SlotKey
    let isMarked: Bool
    var runs: [Int] = []
  }

  private(set) var groups: [Group] = []

  mutating func begin(_ key: SlotKey, _ id: EffectID, isMarked: Bool, inside outer: SlotKey) {
    groups.append(Group(key: key, id: id, outer: isCurrent(outer) ? outer : .none, isMarked: isMarked))
  }

  mutating func link(run: Int, to key: SlotKey) {
    guard let index = groups.firstIndex(where: { $0.key == key }) else { return }
    groups[index].runs.append(run)
  }

  mutating func unlink(run: Int) {
    for index in groups.indices {
      groups[index].runs.removeAll { $0 == run }
    }
  }

  /// Takes out groups and those inside them.
  mutating func takeOut(_ condition: (Group) -> Bool) -> Set<Int> {
    var taken = Set(groups.filter(condition).map(\.key))
    while let inner = groups.first(where: { taken.contains($0.outer) && !taken.contains($0.key) }) {
      taken.insert(inner.key)
    }
    let runs = groups.filter { taken.contains($0.key) }.flatMap(\.runs)
    groups.removeAll { taken.contains($0.key) }
    return Set(runs)
  }

  /// A group and those around it.
  func around(_ key: SlotKey) -> Set<SlotKey> {
    var around: Set<SlotKey> = []
    var next = groups.first { $0.key == key }
    while let group = next {
      around.insert(group.key)
      next = groups.first { $0.key == group.outer }
    }
    return around
  }

  func isCurrent(_ key: SlotKey) -> Bool { groups.contains { $0.key == key } }

  func group(of run: Int) -> SlotKey { groups.first { $0.runs.contains(run) }?.key ?? .none }

  var ids: Set<EffectID> { Set(groups.map(\.id)) }
}
