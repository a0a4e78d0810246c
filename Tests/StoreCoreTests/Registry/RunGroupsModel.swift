import StoreCore

/// What named groups have to answer, kept in one plain array.
struct RunGroupsModel {
  struct Group {
    let key: SlotKey
    let id: EffectID
    let outer: SlotKey
    let isMarked: Bool
    var isWaiting = false
    var replacesLate = false
    var runs: [Int] = []
  }

  private(set) var groups: [Group] = []
  /// The names of those that have left a place.
  private(set) var left: Set<EffectID> = []

  mutating func begin(_ group: Group) {
    groups.append(group)
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
    left.formUnion(groups.filter { taken.contains($0.key) && !$0.isWaiting }.map(\.id))
    groups.removeAll { taken.contains($0.key) }
    return Set(runs)
  }

  mutating func takeLeft() -> Set<EffectID> {
    defer { left = [] }
    return left
  }

  /// Has those around one begin that satisfy a condition, and returns those that replace others then.
  mutating func open(around key: SlotKey, where condition: (Group) -> Bool) -> Set<SlotKey> {
    let around = around(key)
    var replacing: Set<SlotKey> = []
    for index in groups.indices where around.contains(groups[index].key) && groups[index].isWaiting {
      guard condition(groups[index]) else { continue }
      groups[index].isWaiting = false
      if groups[index].replacesLate { replacing.insert(groups[index].key) }
    }
    return replacing
  }

  /// Those of a name that take a place, oldest first.
  func begun(_ id: EffectID) -> [Group] { groups.filter { $0.id == id && !$0.isWaiting } }

  /// The runs of a group and of those inside it.
  func runs(in group: Group) -> Set<Int> {
    Set(groups.filter { around($0.key).contains(group.key) }.flatMap(\.runs))
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
