@testable import StoreCore

/// The answers of a tree of actions, worked out from a tree from which no node is ever removed.
struct ActionTreeModel {
  typealias Scope = ActionTree<Int>.Scope

  struct Node {
    let key: NodeKey
    /// The number of the parent, which is always smaller than the node's own.
    let parent: Int?
    var units: Int
    var streams: Int
    let isCounted: Bool
    var isTreeSettled: Bool
    var isCancelled: Bool
    var ownWaiters: [Int] = []
    var treeWaiters: [Int] = []
    var runs: [Int] = []
    /// Whether the tree may have removed it.
    var isGone = false
    /// Whether its last waiter was taken with all others when it had no units.
    ///
    /// It is no longer reachable, but the tree keeps it until it looks at it again.
    var isLeft = false
  }

  private(set) var nodes: [Node] = []
  private var numbers: [NodeKey: Int] = [:]

  func find(_ key: NodeKey) -> Int? {
    numbers[key].flatMap { nodes[$0].isGone ? nil : $0 }
  }

  /// The keys that may be asked about, including those of removed nodes.
  var keys: [NodeKey] {
    nodes.filter { !$0.isLeft }.map(\.key)
  }

  /// The number of nodes that the tree may keep.
  var count: ClosedRange<Int> {
    let kept = nodes.count { !$0.isGone }
    return kept...(kept + nodes.count(where: \.isLeft))
  }

  // MARK: Units

  /// Adds a node under the key that the tree gave it, and returns whether that key is new.
  mutating func open(_ key: NodeKey, parent: NodeKey, isCounted: Bool, isStream: Bool) -> Bool {
    let parent = find(parent)
    let isHeldBack = parent.map { !nodes[$0].isTreeSettled } ?? false
    nodes.append(
      Node(
        key: key,
        parent: parent,
        units: 1,
        streams: isStream ? 1 : 0,
        isCounted: isCounted && isHeldBack,
        isTreeSettled: isStream,
        isCancelled: parent.map { nodes[$0].isCancelled } ?? false
      )
    )
    return numbers.updateValue(nodes.count - 1, forKey: key) == nil
  }

  mutating func retain(_ key: NodeKey, isStream: Bool) {
    guard let number = find(key) else { return }
    nodes[number].units += 1
    nodes[number].streams += isStream ? 1 : 0
  }

  /// Releases a unit, and returns the waiters that have nothing left to wait for.
  mutating func release(_ key: NodeKey, isStream: Bool) -> [Int] {
    guard let number = find(key) else { return [] }
    nodes[number].units -= 1
    nodes[number].streams -= isStream ? 1 : 0
    return settle()
  }

  private mutating func settle() -> [Int] {
    var finished: [Int] = []
    var isHoldingParent = [Bool](repeating: false, count: nodes.count)
    var isKeepingParent = isHoldingParent
    // Children have greater numbers than their parents, so that each node is visited after all that is below it.
    for number in nodes.indices.reversed() {
      if nodes[number].units == 0 {
        finished += nodes[number].ownWaiters
        nodes[number].ownWaiters = []
      }
      if nodes[number].units == nodes[number].streams, !isHoldingParent[number] {
        nodes[number].isTreeSettled = true
        finished += nodes[number].treeWaiters
        nodes[number].treeWaiters = []
      }
      let isNeeded = isKeepingParent[number] && (nodes[number].parent == nil || !nodes[number].treeWaiters.isEmpty)
      if nodes[number].units == 0, !isNeeded {
        nodes[number].isGone = true
      }
      if let parent = nodes[number].parent {
        if nodes[number].isCounted, !nodes[number].isTreeSettled {
          isHoldingParent[parent] = true
        }
        if !nodes[number].isGone || isKeepingParent[number] {
          isKeepingParent[parent] = true
        }
      }
    }
    return finished
  }

  // MARK: Runs

  func isCancelled(_ key: NodeKey) -> Bool {
    find(key).map { nodes[$0].isCancelled } ?? false
  }

  func isSettled(_ key: NodeKey, scope: Scope) -> Bool {
    guard let number = find(key) else { return true }
    return scope == .own ? nodes[number].units == 0 : nodes[number].isTreeSettled
  }

  mutating func link(run: Int, to key: NodeKey) {
    guard let number = find(key) else { return }
    nodes[number].runs.append(run)
  }

  mutating func unlink(run: Int, from key: NodeKey) {
    guard let number = find(key) else { return }
    nodes[number].runs.removeAll { $0 == run }
  }

  /// The numbers of a node and of all below it; within the scope of a tree, of those that it waits for.
  private func subtree(of key: NodeKey, scope: Scope?) -> [Int] {
    guard let root = find(key) else { return [] }
    var members = [root]
    for number in nodes.indices.dropFirst(root + 1) where scope != .own {
      let isIncluded = scope == nil || (nodes[number].isCounted && !nodes[number].isTreeSettled)
      if isIncluded, let parent = nodes[number].parent, members.contains(parent) {
        members.append(number)
      }
    }
    return members
  }

  func runs(of key: NodeKey, scope: Scope) -> Set<Int> {
    isSettled(key, scope: scope) ? [] : Set(subtree(of: key, scope: scope).flatMap { nodes[$0].runs })
  }

  /// Marks a subtree, and returns its runs, each with those that must not come before it.
  mutating func cancel(_ key: NodeKey) -> [Int: Set<Int>] {
    let members = subtree(of: key, scope: nil)
    var runs: [Int: Set<Int>] = [:]
    for number in members {
      nodes[number].isCancelled = true
      let below = Set(subtree(from: number).flatMap { nodes[$0].runs })
      for run in nodes[number].runs {
        runs[run] = below
      }
    }
    return runs
  }

  private func subtree(from root: Int) -> Set<Int> {
    var below: Set<Int> = []
    for number in nodes.indices.dropFirst(root + 1) {
      if let parent = nodes[number].parent, parent == root || below.contains(parent) {
        below.insert(number)
      }
    }
    return below
  }

  // MARK: Waiters

  mutating func addWaiter(_ waiter: Int, to key: NodeKey, scope: Scope) {
    guard let number = find(key) else { return }
    switch scope {
    case .own: nodes[number].ownWaiters.append(waiter)
    case .tree: nodes[number].treeWaiters.append(waiter)
    }
  }

  mutating func removeWaiter(_ waiter: Int, of key: NodeKey) {
    guard let number = find(key) else { return }
    nodes[number].ownWaiters.removeAll { $0 == waiter }
    guard nodes[number].treeWaiters.contains(waiter) else { return }
    nodes[number].treeWaiters.removeAll { $0 == waiter }
    if isUnneeded(nodes[number]) { nodes[number].isGone = true }
  }

  private func isUnneeded(_ node: Node) -> Bool {
    !node.isGone && node.units == 0 && node.parent != nil && node.treeWaiters.isEmpty
  }

  mutating func takeAllWaiters() -> [Int] {
    let waiters = nodes.flatMap { $0.ownWaiters + $0.treeWaiters }
    for number in nodes.indices {
      nodes[number].ownWaiters = []
      nodes[number].treeWaiters = []
      guard isUnneeded(nodes[number]) else { continue }
      nodes[number].isGone = true
      nodes[number].isLeft = true
    }
    return waiters
  }
}
