/// The tree of actions for waits and cancels, with a node for each action that has something to wait for or to cancel.
///
/// A node counts *units*: the handling of its action, its running effects, its unfinished sequences. It is *settled*
/// when neither it nor a part of it has a unit left, and its tree is settled when no node below it has one either,
/// except for streams and what streams cause. A node without units, waiters and marks is removed and its children move
/// up, so that an endless chain of effects and actions keeps a bounded number of nodes.
///
/// - Complexity: O(1) for each operation, besides walks over what it returns, and O(its children) to remove a node.
struct ActionTree<Waiter: Equatable> {
  /// The part of a tree that a waiter waits for.
  enum Scope: Sendable {
    /// The action's handling and its own effects.
    case own
    /// These and all that they cause, except streams.
    case tree
  }

  struct Counts {
    var units = 1
    /// The number of units that are streams.
    var streams: Int
    /// The number of children that keep this tree from settling.
    var unsettledChildren = 0
    /// Whether the parent counts this node among its unsettled children.
    var isCounted = false
    var isTreeSettled: Bool
    var isCancelled = false
    /// Whether this is a part of the node above that has not settled.
    var isOpenPart = false
    /// The number of parts that have not settled.
    var openParts: Int32 = 0
    /// The number of marks that keep the node, so that what is below it is found.
    var marks: Int32 = 0
    var hasSettled: Bool { units == 0 && openParts == 0 }
  }

  /// With the runs that belong to each node.
  var nodes = RunTree<Counts, KeySpace.Actions>()
  // Few nodes are waited for.
  private var waiters: [NodeKey: [(waiter: Waiter, scope: Scope)]] = [:]

  init() {}

  var count: Int { nodes.count }
  /// The number of cancels so far.
  private(set) var cancelCount = 0

  // MARK: Units

  /// Adds a node with one unit: the handling of its action, or its only effect.
  ///
  /// With `isCounted`, waiting for the parent's tree includes this node, unless that tree has settled already: it never
  /// becomes unsettled again. Under a parent that was removed, the node is a root.
  mutating func open(parent: NodeKey, isCounted: Bool, isStream: Bool = false) -> NodeKey {
    // A tree does not wait for a stream alone.
    var counts = Counts(streams: isStream ? 1 : 0, isTreeSettled: isStream)
    if let above = nodes[parent]?.value {
      counts.isCancelled = above.isCancelled
      counts.isCounted = isCounted && !isStream && !above.isTreeSettled
      if counts.isCounted { nodes.update(parent) { $0.unsettledChildren += 1 } }
    }
    return nodes.add(counts, below: parent)
  }

  /// Adds a node with one unit inside another one: the handling of an action that another one emitted.
  ///
  /// The whole is waited for as if the part's units were its own. The part is cancelled and marked by itself.
  mutating func open(partOf whole: NodeKey) -> NodeKey {
    let key = open(parent: whole, isCounted: true)
    guard nodes.contains(whole) else { return key }
    nodes.update(key) { $0.isOpenPart = true }
    nodes.update(whole) { $0.openParts += 1 }
    return key
  }

  /// Adds a unit for an effect, until it is finished, or for a sequence, until its last member has begun.
  mutating func retain(_ key: NodeKey, isStream: Bool = false) {
    nodes.update(key) {
      $0.units += 1
      $0.streams += isStream ? 1 : 0
    }
  }

  /// Takes a unit from a node, and collects the waiters that have nothing left to wait for.
  mutating func release(_ key: NodeKey, isStream: Bool, into finished: inout [Waiter]) {
    nodes.update(key) {
      $0.units -= 1
      $0.streams -= isStream ? 1 : 0
    }
    settle(from: key, into: &finished)
  }

  private mutating func settle(from start: NodeKey, into finished: inout [Waiter]) {
    var key = start
    while let node = nodes[key] {
      let counts = node.value
      var isParentChanged = false
      if counts.hasSettled {
        takeWaiters(of: key, .own, into: &finished)
        if counts.isOpenPart {
          nodes.update(key) { $0.isOpenPart = false }
          nodes.update(node.parent) { $0.openParts -= 1 }
          isParentChanged = true
        }
      }
      if !counts.isTreeSettled, counts.units == counts.streams, counts.unsettledChildren == 0 {
        nodes.update(key) { $0.isTreeSettled = true }
        takeWaiters(of: key, .tree, into: &finished)
        if counts.isCounted {
          stopCounting(key, below: node.parent)
          isParentChanged = true
        }
      }
      if counts.hasSettled {
        if !node.hasChildren {
          nodes.remove(key)
          isParentChanged = true
        } else if !node.parent.isNone, counts.marks == 0, waiters[key] == nil {
          moveChildrenUp(from: key, to: node.parent)
          nodes.remove(key)
        }
      }
      guard isParentChanged else { return }
      key = node.parent
    }
  }

  private mutating func stopCounting(_ key: NodeKey, below parent: NodeKey) {
    nodes.update(key) { $0.isCounted = false }
    nodes.update(parent) { $0.unsettledChildren -= 1 }
  }

  private mutating func moveChildrenUp(from key: NodeKey, to parent: NodeKey) {
    let isCounted = nodes[key]?.value.isCounted == true
    for child in nodes.children(of: key) {
      nodes.move(child, below: parent)
      if isCounted, nodes[child]?.value.isCounted == true {
        nodes.update(parent) { $0.unsettledChildren += 1 }
      } else {
        nodes.update(child) { $0.isCounted = false }
      }
    }
    if isCounted { stopCounting(key, below: parent) }
  }

  // MARK: Marks

  /// Whether a node has units, or is kept for something below it that has.
  func contains(_ key: NodeKey) -> Bool { nodes.contains(key) }

  /// Keeps a node while there is something below it, including streams and what they cause.
  mutating func mark(_ key: NodeKey) { nodes.update(key) { $0.marks += 1 } }

  mutating func unmark(_ key: NodeKey) {
    nodes.update(key) { $0.marks -= 1 }
    removeUnneeded(from: key)
  }

  /// Removes a node that has settled and was kept for a mark or a waiter.
  private mutating func removeUnneeded(from key: NodeKey) {
    // A node that has settled has no waiters left: what was kept is removed, and nothing else changes.
    var finished: [Waiter] = []
    settle(from: key, into: &finished)
    assert(finished.isEmpty)
  }

  // MARK: Runs

  func isCancelled(_ key: NodeKey) -> Bool { nodes[key]?.value.isCancelled ?? false }

  /// Whether there is nothing left to wait for: the node has settled, or was removed.
  func isSettled(_ key: NodeKey, scope: Scope) -> Bool {
    guard let counts = nodes[key]?.value else { return true }
    return scope == .own ? counts.hasSettled : counts.isTreeSettled
  }

  /// A node and all below it, except the node `spared` and what is below that; parents first.
  func nodes(below key: NodeKey, sparing spared: NodeKey = .none) -> [NodeKey] {
    nodes.subtree(of: key, sparing: spared)
  }

  /// Marks these nodes as cancelled, and returns their running effects, parents' first.
  mutating func cancel(_ key: NodeKey, sparing spared: NodeKey = .none) -> [RunKey] {
    cancelCount += 1
    let keys = nodes(below: key, sparing: spared)
    for key in keys { nodes.update(key) { $0.isCancelled = true } }
    return keys.flatMap { nodes.runs(of: $0) }
  }

  /// Marks every node as cancelled.
  mutating func cancelAll() {
    cancelCount += 1
    for key in nodes.keys { nodes.update(key) { $0.isCancelled = true } }
  }

  /// The running effects that a waiter in `scope` waits for, and the streams, which a waiter for a tree ignores.
  func runs(of key: NodeKey, scope: Scope) -> [RunKey] {
    // A tree that has settled may still have runs: its waiter was resumed, and has not been removed yet.
    guard !isSettled(key, scope: scope) else { return [] }
    return nodes.subtree(of: key) { scope == .own ? $0.isOpenPart : $0.isCounted || $0.isOpenPart }.flatMap {
      nodes.runs(of: $0)
    }
  }

  // MARK: Waiters

  /// The waits in progress, in no particular order.
  var waits: [(node: NodeKey, scope: Scope)] {
    waiters.flatMap { node, waiters in waiters.map { (node, $0.scope) } }
  }

  /// Adds a waiter to a node that has not settled.
  mutating func addWaiter(_ waiter: Waiter, to key: NodeKey, scope: Scope) {
    guard nodes.contains(key) else { return }
    waiters[key, default: []].append((waiter, scope))
  }

  /// Removes a waiter that gave up.
  mutating func remove(_ waiter: Waiter, from key: NodeKey) {
    // Mostly the first one: the search stops there.
    guard let index = waiters[key]?.firstIndex(where: { $0.waiter == waiter }) else { return }
    waiters[key]?.remove(at: index)
    guard waiters[key]?.isEmpty == true else { return }
    waiters[key] = nil
    removeUnneeded(from: key)
  }

  /// Removes the waiters of a node for which there is nothing left to wait for.
  mutating func takeWaiters(of key: NodeKey) -> [Waiter] {
    waiters.removeValue(forKey: key)?.map(\.waiter) ?? []
  }

  /// Removes every waiter, for a store that is deallocated; their order is not that of a hash.
  mutating func takeAllWaiters() -> [Waiter] {
    defer { waiters = [:] }
    return waiters.sorted { $0.key.slot < $1.key.slot }.flatMap { $0.value.map(\.waiter) }
  }

  private mutating func takeWaiters(of key: NodeKey, _ scope: Scope, into taken: inout [Waiter]) {
    guard !waiters.isEmpty, let all = waiters[key] else { return }
    for entry in all where entry.scope == scope { taken.append(entry.waiter) }
    let kept = all.filter { $0.scope != scope }
    waiters[key] = kept.isEmpty ? nil : kept
  }
}
