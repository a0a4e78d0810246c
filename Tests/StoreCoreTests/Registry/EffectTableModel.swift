import StoreCore

/// What the decisions about effects have to be, put together from the models of the registry and of the tree.
struct EffectTableModel {
  typealias Scope = CausalTreeModel.Scope
  typealias Entry = RunRegistryModel.Entry

  /// Somebody who waits, and has not been taken back.
  struct Wait {
    let waiter: Int
    let node: SlotKey
    let scope: Scope
    let run: SlotKey?
  }

  private(set) var runs = RunRegistryModel()
  private(set) var tree = CausalTreeModel()
  private(set) var waits: [Wait] = []
  private(set) var isClosed = false

  // MARK: Actions

  mutating func open(_ key: SlotKey, parent: SlotKey, isCounted: Bool) -> Bool {
    isClosed ? key.isNone : tree.open(key, parent: parent, isCounted: isCounted, isStream: false)
  }

  mutating func release(_ node: SlotKey, isStream: Bool) -> [Int] {
    tree.release(node, isStream: isStream)
  }

  // MARK: Runs

  func isRefused(at node: SlotKey) -> Bool {
    isClosed || tree.isCancelled(node)
  }

  mutating func admit(_ entry: Entry, policy: LaunchPolicy) -> (replaced: [Entry], finished: [Int]) {
    tree.retain(entry.node, isStream: entry.traits.isStream)
    let replaced = runs.admit(entry, policy: policy)
    tree.link(run: entry.run, to: entry.node)
    return (replaced, detach(replaced))
  }

  /// The same as opening a node, admitting the run and releasing the node.
  mutating func admitAlone(
    _ entry: Entry,
    policy: LaunchPolicy,
    parent: SlotKey,
    isCounted: Bool
  ) -> (replaced: [Entry], finished: [Int]) {
    _ = tree.open(entry.node, parent: parent, isCounted: isCounted, isStream: false)
    let admitted = admit(entry, policy: policy)
    return (admitted.replaced, admitted.finished + tree.release(entry.node, isStream: false))
  }

  mutating func land(_ key: SlotKey) -> Bool {
    let entry = runs.entry(of: key)
    guard let entry, runs.end(key) else { return false }
    tree.unlink(run: entry.run, from: entry.node)
    return true
  }

  mutating func cancel(_ id: EffectID) -> (cancelled: [Entry], finished: [Int]) {
    let cancelled = runs.cancel { $0.id == id }
    return (cancelled, detach(cancelled))
  }

  mutating func cancel(_ ids: [EffectID]) -> (cancelled: [Entry], finished: [Int]) {
    let results = ids.map { cancel($0) }
    return (results.flatMap(\.cancelled), results.flatMap(\.finished))
  }

  mutating func cancelAll() -> (cancelled: [Entry], finished: [Int]) {
    let cancelled = runs.cancel { _ in true }
    return (cancelled, detach(cancelled))
  }

  mutating func cancelTree(_ node: SlotKey) -> (cancelled: [Entry], finished: [Int]) {
    let members = tree.cancel(node)
    let cancelled = runs.cancel { members.keys.contains($0.run) }
    return (cancelled, detach(cancelled))
  }

  mutating func close() -> (cancelled: [Entry], finished: [Int]) {
    isClosed = true
    let result = cancelAll()
    return (result.cancelled, result.finished + tree.takeAllWaiters())
  }

  private mutating func detach(_ cancelled: [Entry]) -> [Int] {
    var finished: [Int] = []
    for entry in cancelled {
      tree.unlink(run: entry.run, from: entry.node)
      if !entry.traits.landsLate {
        finished += tree.release(entry.node, isStream: entry.traits.isStream)
      }
    }
    return finished
  }

  // MARK: Waiters

  mutating func addWaiter(_ wait: Wait) -> Bool {
    guard !isClosed, !tree.isSettled(wait.node, scope: wait.scope) else { return false }
    if let run = wait.run, reached(from: [wait], steps: runs.running.count + 1).contains(run) { return false }
    tree.addWaiter(wait.waiter, to: wait.node, scope: wait.scope)
    waits.append(wait)
    return true
  }

  /// The runs that waits wait for, through other waits as far as so many steps.
  private func reached(from waits: [Wait], steps: Int) -> Set<SlotKey> {
    var reached: Set<SlotKey> = []
    var waits = waits
    for _ in 0..<steps {
      let entries = waits.flatMap { wait in
        let members = tree.runs(of: wait.node, scope: wait.scope)
        return runs.running.filter { members.contains($0.run) && (wait.scope == .own || !$0.traits.isStream) }
      }
      let keys = Set(entries.map(\.key))
      if keys.isSubset(of: reached) { break }
      reached.formUnion(keys)
      waits = self.waits.filter { wait in wait.run.map(reached.contains) ?? false }
    }
    return reached
  }

  mutating func removeWaiter(_ waiter: Int) {
    guard let index = waits.firstIndex(where: { $0.waiter == waiter }) else { return }
    let wait = waits.remove(at: index)
    tree.removeWaiter(waiter, of: wait.node)
  }
}
