@testable import StoreCore

/// The answers of a registry of runs, kept in one plain array in the order of launches.
struct RunsModel: Hashable {
  enum Status: Hashable {
    case running
    /// Waits until fewer than `limit` of its name run.
    case queued(limit: Int)
  }

  struct Entry: Hashable {
    let run: Int
    let key: RunKey
    let id: EffectID?
    let node: NodeKey
    let traits: RunTraits
    var status = Status.running

    var isQueued: Bool { if case .queued = status { true } else { false } }
  }

  /// In the order of the launches; a run that began late comes after those that ran before it began.
  private(set) var entries: [Entry] = []
  /// The name of the run whose last action is being handled, if others queue after it.
  private var completing: EffectID?
  /// The order in which runs began, which is the order in which the runs of a name are replaced.
  private var beginnings: [Int] = []

  var running: [Entry] { entries.filter { $0.status == .running } }
  var queued: [Entry] { entries.filter(\.isQueued) }
  var ids: Set<EffectID> { Set(entries.compactMap(\.id)) }

  func entry(of key: RunKey) -> Entry? {
    entries.first { $0.key == key }
  }

  // MARK: Launching

  func refusal(of id: EffectID?, policy: LaunchPolicy) -> RefusalReason? {
    guard let id, case .oldestFirst(let limit, let waiting) = policy.kind, !hasPlace(id, limit) else { return nil }
    guard queued.filter({ $0.id == id }).count >= waiting else { return nil }
    return waiting == 0 ? .alreadyRunning : .queueIsFull
  }

  private func hasPlace(_ id: EffectID, _ limit: Int) -> Bool {
    queued.allSatisfy { $0.id != id } && running.filter { $0.id == id }.count < limit
  }

  /// Adds a run that is not refused, and returns those that it replaces.
  mutating func admit(_ entry: Entry, policy: LaunchPolicy) -> [Entry] {
    var entry = entry
    var replaced: [Entry] = []
    if let id = entry.id {
      switch policy.kind {
      case .replace: replaced = cancel { $0.id == id }
      case .concurrent: break
      case .newestWins(let limit):
        let excess = Array(inOrderOfPlaces(entries.filter { $0.id == id }).dropLast(limit - 1))
        replaced = cancel(where: excess.contains)
      case .oldestFirst(let limit, _):
        entry.status = hasPlace(id, limit) ? .running : .queued(limit: limit)
      }
    }
    entries.append(entry)
    if !entry.isQueued {
      beginnings.append(entry.run)
    }
    return replaced
  }

  /// Lets queued runs begin, one at a time, the longest waiting one of a name first.
  mutating func startDue() -> [Entry] {
    var started: [Entry] = []
    while let index = entries.indices.first(where: isDue) {
      entries[index].status = .running
      beginnings.append(entries[index].run)
      started.append(entries[index])
    }
    return started
  }

  private func isDue(_ index: Int) -> Bool {
    guard case .queued(let limit) = entries[index].status else { return false }
    let id = entries[index].id
    return id != completing && entries[..<index].allSatisfy { !$0.isQueued || $0.id != id }
      && running.filter { $0.id == id }.count < limit
  }

  /// Running ones in the order in which they began, then queued ones in the order of their launches.
  private func inOrderOfPlaces(_ entries: [Entry]) -> [Entry] {
    let begun = entries.filter { !$0.isQueued }
      .sorted { beginnings.firstIndex(of: $0.run) ?? 0 < beginnings.firstIndex(of: $1.run) ?? 0 }
    return begun + entries.filter(\.isQueued)
  }

  // MARK: Ends

  /// Removes a run, and returns whether there was one.
  ///
  /// Until the last action of a run that completes was handled, no run begins instead of it.
  mutating func end(_ key: RunKey, completes: Bool = false) -> Bool {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return false }
    let entry = entries.remove(at: index)
    if completes, queued.contains(where: { $0.id == entry.id }) {
      completing = entry.id
    }
    return true
  }

  mutating func endCompletion() {
    completing = nil
  }

  /// Removes entries, running ones first, and returns them.
  mutating func cancel(where condition: (Entry) -> Bool) -> [Entry] {
    take(inOrderOfPlaces(entries.filter(condition)))
  }

  /// Removes all entries in the order of their launches.
  mutating func cancelAll() -> [Entry] {
    take(entries)
  }

  private mutating func take(_ cancelled: [Entry]) -> [Entry] {
    entries.removeAll(where: cancelled.contains)
    return cancelled
  }
}
