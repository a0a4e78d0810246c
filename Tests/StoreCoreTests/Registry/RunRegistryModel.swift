import StoreCore

/// What a registry of runs has to answer, kept in one plain array in the order of launches.
struct RunRegistryModel {
  struct Entry: Equatable {
    let run: Int
    let key: SlotKey
    let id: EffectID?
    let node: SlotKey
    let traits: RunTraits
    var isDraining = false
  }

  private(set) var entries: [Entry] = []

  var running: [Entry] { entries.filter { !$0.isDraining } }
  var draining: [Entry] { entries.filter(\.isDraining) }
  var ids: Set<EffectID> { Set(running.compactMap(\.id)) }

  func entry(of key: SlotKey) -> Entry? {
    entries.first { $0.key == key }
  }

  /// Adds a run, and returns those that it replaces.
  mutating func admit(_ entry: Entry, policy: LaunchPolicy) -> [Entry] {
    let isReplacing = entry.id != nil && policy == .replace
    let replaced = isReplacing ? cancel { $0.id == entry.id } : []
    entries.append(entry)
    return replaced
  }

  /// Removes a run, and returns whether it was running.
  mutating func end(_ key: SlotKey) -> Bool {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return false }
    return !entries.remove(at: index).isDraining
  }

  /// Has running entries drain, and returns them, oldest first.
  mutating func cancel(where condition: (Entry) -> Bool) -> [Entry] {
    let cancelled = running.filter(condition)
    for index in entries.indices where !entries[index].isDraining && condition(entries[index]) {
      entries[index].isDraining = true
    }
    return cancelled
  }
}
