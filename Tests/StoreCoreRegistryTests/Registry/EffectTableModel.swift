@testable import StoreCore

/// The decisions about effects, composed of the models of the registry and of the tree.
struct EffectTableModel {
  typealias Scope = ActionTreeModel.Scope
  typealias Entry = RunsModel.Entry

  /// A wait that has not been removed.
  struct Wait {
    let waiter: Int
    let node: NodeKey
    let scope: Scope
    let run: RunKey?
  }

  private(set) var runs = RunsModel()
  private(set) var tree = ActionTreeModel()
  private(set) var waits: [Wait] = []
  private(set) var isClosed = false

  // MARK: Actions

  mutating func open(_ key: NodeKey, parent: NodeKey, isCounted: Bool) -> Bool {
    isClosed ? key.isNone : tree.open(key, parent: parent, isCounted: isCounted, isStream: false)
  }

  mutating func release(_ node: NodeKey, isStream: Bool) -> [Int] {
    tree.release(node, isStream: isStream)
  }

  // MARK: Runs

  /// Whether and why a launch is refused; without a reason if its action was cancelled.
  func refusal(at node: NodeKey, of id: EffectID?, _ policy: LaunchPolicy) -> RefusalReason?? {
    if isClosed || tree.isCancelled(node) { return .some(nil) }
    return runs.refusal(of: id, policy: policy).map { .some($0) }
  }

  mutating func startDue() -> [Entry] {
    runs.startDue()
  }

  mutating func admit(_ entry: Entry, policy: LaunchPolicy) -> (replaced: [Entry], finished: [Int]) {
    tree.retain(entry.node, isStream: entry.traits.isStream)
    let replaced = runs.admit(entry, policy: policy)
    tree.link(run: entry.run, to: entry.node)
    return (replaced, detach(replaced))
  }

  /// Has the result of opening a node, admitting the run and releasing the node.
  mutating func admitAlone(
    _ entry: Entry,
    policy: LaunchPolicy,
    parent: NodeKey,
    isCounted: Bool
  ) -> (replaced: [Entry], finished: [Int]) {
    _ = tree.open(entry.node, parent: parent, isCounted: isCounted, isStream: false)
    let admitted = admit(entry, policy: policy)
    return (admitted.replaced, admitted.finished + tree.release(entry.node, isStream: false))
  }

  mutating func complete(_ key: RunKey) -> Bool {
    let entry = runs.entry(of: key)
    guard let entry, runs.end(key, completes: true) else { return false }
    tree.unlink(run: entry.run, from: entry.node)
    return true
  }

  mutating func finish(_ node: NodeKey, isStream: Bool) -> [Int] {
    runs.endCompletion()
    return tree.release(node, isStream: isStream)
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
    let cancelled = runs.cancelAll()
    return (cancelled, detach(cancelled))
  }

  mutating func cancelTree(_ node: NodeKey) -> (cancelled: [Entry], finished: [Int]) {
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
      if !entry.traits.continuesOnMainActor {
        finished += tree.release(entry.node, isStream: entry.traits.isStream)
      }
    }
    return finished
  }

  // MARK: Waiters

  mutating func addWaiter(_ wait: Wait) -> Bool {
    guard !isClosed, !tree.isSettled(wait.node, scope: wait.scope) else { return false }
    waits.append(wait)
    if let run = wait.run, stuck.contains(run) {
      waits.removeLast()
      return false
    }
    tree.addWaiter(wait.waiter, to: wait.node, scope: wait.scope)
    return true
  }

  /// Resumes the waits that keep a queued run from ever beginning.
  mutating func breakWaitCycles() -> [Int] {
    var finished: [Int] = []
    let stuck = stuck
    for entry in runs.queued where stuck.contains(entry.key) {
      let blockers = runs.running.filter { $0.id == entry.id && stuck.contains($0.key) }.map(\.key)
      let opened = waits.filter { wait in
        wait.run.map(blockers.contains) == true && waitedFor(wait).contains { stuck.contains($0.key) }
      }
      for wait in opened {
        removeWaiter(wait.waiter)
        finished.append(wait.waiter)
      }
    }
    return finished
  }

  private func waitedFor(_ wait: Wait) -> [Entry] {
    let members = tree.runs(of: wait.node, scope: wait.scope)
    return runs.entries.filter { members.contains($0.run) && (wait.scope == .own || !$0.traits.isStream) }
  }

  /// The runs that can never continue, however long all others run.
  private var stuck: Set<RunKey> {
    var stuck = Set(runs.entries.map(\.key))
    var isChanged = true
    while isChanged {
      let free = runs.entries.filter { entry in
        stuck.contains(entry.key) && isFree(entry, stuck)
      }
      stuck.subtract(free.map(\.key))
      isChanged = !free.isEmpty
    }
    return stuck
  }

  private func isFree(_ entry: Entry, _ stuck: Set<RunKey>) -> Bool {
    let waitsForNone = waits.filter { $0.run == entry.key }
      .allSatisfy { waitedFor($0).allSatisfy { !stuck.contains($0.key) } }
    guard waitsForNone, entry.isQueued else { return waitsForNone }
    let front = runs.queued.filter { $0.id == entry.id }.prefix { $0.key != entry.key } + [entry]
    let blocked = runs.running.count { $0.id == entry.id && stuck.contains($0.key) }
    return front.allSatisfy { if case .queued(let limit) = $0.status { blocked < limit } else { true } }
  }

  mutating func removeWaiter(_ waiter: Int) {
    guard let index = waits.firstIndex(where: { $0.waiter == waiter }) else { return }
    let wait = waits.remove(at: index)
    tree.removeWaiter(waiter, of: wait.node)
  }
}
