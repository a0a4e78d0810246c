/// What came from what: a node for each action that has something to wait for or to cancel.
///
/// A node counts *units*: the handling of its action, its running effects, its unfinished sequences. It is
/// *settled* when it has no unit left, and its tree is settled when no node below it has one either, streams and
/// what streams cause excepted. A node without units, waiters or a reason to be found again is taken out and its
/// children move up, so that an endless chain of effects and actions keeps a bounded number of nodes.
///
/// - Complexity: O(1) for each operation, besides walks over the nodes or waiters that it returns. Taking a node
///   out costs O(its children).
package struct CausalTree<Waiter> {
  /// What a waiter waits for.
  package enum Scope: Sendable {
    /// The action's handling and its own effects.
    case own
    /// These and all that they cause, streams excepted.
    case tree
  }

  // In half words, of which each effect takes some: there are never as many as would not fit.
  private struct Node {
    var generation: UInt32
    var units: Int32 = 0
    /// How many of the units are streams.
    var streams: Int32 = 0
    /// How many children hold back the settling of this tree.
    var unsettledChildren: Int32 = 0
    private var parentIndex: Int32 = -1
    var children = LinkedIndices.List()
    var runs = LinkedIndices.List()
    /// Whether the parent counts this node among its unsettled children.
    var isCounted = false
    var isTreeSettled = false
    var isCancelled = false
    var hasWaiters = false

    init(generation: UInt32 = 1) {
      self.generation = generation
    }

    var parent: Int {
      get { Int(parentIndex) }
      set { parentIndex = Int32(truncatingIfNeeded: newValue) }
    }
  }

  private var nodes: ContiguousArray<Node> = []
  private var waiters = WaiterLists<Waiter>()
  private var siblings = LinkedIndices()
  private var sameNode = LinkedIndices()
  private var free: [Int] = []

  package init() {}

  /// The number of nodes kept.
  package var count: Int { nodes.count - free.count }

  private func find(_ key: SlotKey) -> Int? {
    let index = Int(key.index)
    guard index < nodes.count, nodes[index].generation == key.generation else { return nil }
    return index
  }

  // MARK: Units

  /// Adds a node with one unit: the handling of its action, or its only effect.
  ///
  /// With `isCounted`, waiting for the parent's tree includes this node, unless that tree has settled already: it
  /// never becomes unsettled again. Under a parent that has gone the node is a root.
  ///
  /// - Returns: the node's key.
  package mutating func open(parent: SlotKey, isCounted: Bool, isStream: Bool = false) -> SlotKey {
    let index: Int
    if let reused = free.popLast() {
      index = reused
    } else {
      index = nodes.count
      nodes.append(Node())
    }
    nodes[index].isCancelled = false
    nodes[index].units = 1
    nodes[index].streams = isStream ? 1 : 0
    // A stream alone is nothing that a tree waits for.
    nodes[index].isTreeSettled = isStream
    if let parent = find(parent) {
      nodes[index].parent = parent
      siblings.append(index, to: &nodes[parent].children)
      nodes[index].isCancelled = nodes[parent].isCancelled
      if isCounted, !isStream, !nodes[parent].isTreeSettled {
        nodes[index].isCounted = true
        nodes[parent].unsettledChildren += 1
      }
    }
    return SlotKey(index: index, generation: nodes[index].generation)
  }

  /// Adds a unit to a node.
  package mutating func retain(_ key: SlotKey, isStream: Bool) {
    guard let index = find(key) else { return }
    nodes[index].units += 1
    nodes[index].streams += isStream ? 1 : 0
  }

  /// Takes a unit from a node, and collects the waiters that have nothing left to wait for.
  package mutating func release(_ key: SlotKey, isStream: Bool, into finished: inout [Waiter]) {
    guard let index = find(key) else { return }
    nodes[index].units -= 1
    nodes[index].streams -= isStream ? 1 : 0
    settle(from: index, into: &finished)
  }

  private mutating func settle(from start: Int, into finished: inout [Waiter]) {
    var index = start
    while index >= 0 {
      let parent = nodes[index].parent
      if nodes[index].units == 0 {
        takeWaiters(.own, from: index, into: &finished)
      }
      var isChanged = false
      if !nodes[index].isTreeSettled, nodes[index].units == nodes[index].streams, nodes[index].unsettledChildren == 0 {
        nodes[index].isTreeSettled = true
        takeWaiters(.tree, from: index, into: &finished)
        if nodes[index].isCounted {
          nodes[index].isCounted = false
          nodes[parent].unsettledChildren -= 1
          isChanged = true
        }
      }
      if nodes[index].units == 0 {
        if nodes[index].children.isEmpty {
          remove(index)
          isChanged = true
        } else if parent >= 0, !nodes[index].hasWaiters {
          moveChildrenUp(from: index, to: parent)
          remove(index)
        }
      }
      index = isChanged ? parent : -1
    }
  }

  private mutating func remove(_ index: Int) {
    if nodes[index].parent >= 0 {
      siblings.remove(index, from: &nodes[nodes[index].parent].children)
    }
    // A generation is used up after four thousand million uses of one place; 0 stays the key of nothing.
    let generation = nodes[index].generation == .max ? 1 : nodes[index].generation + 1
    nodes[index] = Node(generation: generation)
    free.append(index)
  }

  private mutating func moveChildrenUp(from index: Int, to parent: Int) {
    for child in siblings.indices(of: nodes[index].children) {
      siblings.remove(child, from: &nodes[index].children)
      nodes[child].parent = parent
      siblings.append(child, to: &nodes[parent].children)
      if nodes[child].isCounted, nodes[index].isCounted {
        nodes[parent].unsettledChildren += 1
      } else {
        nodes[child].isCounted = false
      }
    }
    if nodes[index].isCounted {
      nodes[index].isCounted = false
      nodes[parent].unsettledChildren -= 1
    }
  }

  // MARK: Runs

  package func isCancelled(_ key: SlotKey) -> Bool {
    find(key).map { nodes[$0].isCancelled } ?? false
  }

  /// Whether a node is waited for no longer: it has settled, or it has gone.
  package func isSettled(_ key: SlotKey, scope: Scope) -> Bool {
    guard let index = find(key) else { return true }
    return scope == .own ? nodes[index].units == 0 : nodes[index].isTreeSettled
  }

  /// Adds a running effect, known by its place in the registry, to a node.
  package mutating func link(run: Int, to key: SlotKey) {
    guard let index = find(key) else { return }
    sameNode.append(run, to: &nodes[index].runs)
  }

  /// Takes a running effect from the node it was linked to.
  package mutating func unlink(run: Int, from key: SlotKey) {
    guard let index = find(key) else { return }
    sameNode.remove(run, from: &nodes[index].runs)
  }

  /// Marks a node and all below it as cancelled.
  ///
  /// - Returns: their running effects, parents' first.
  package mutating func cancel(_ key: SlotKey) -> [Int] {
    let indices = subtree(of: key, scope: nil)
    for index in indices {
      nodes[index].isCancelled = true
    }
    return indices.flatMap { sameNode.indices(of: nodes[$0].runs) }
  }

  /// Marks every node as cancelled.
  ///
  /// - Complexity: O(nodes).
  package mutating func cancelAll() {
    // Also places that are free: who opens a node there says anew what it is.
    for index in nodes.indices {
      nodes[index].isCancelled = true
    }
  }

  /// The running effects that a waiter in `scope` waits for; and the streams among them, for which a tree's does not.
  package func runs(of key: SlotKey, scope: Scope) -> [Int] {
    // A tree that has settled may still have runs: its waiter was resumed, and has not been taken back yet.
    isSettled(key, scope: scope) ? [] : subtree(of: key, scope: scope).flatMap { sameNode.indices(of: nodes[$0].runs) }
  }

  /// A node and what is below it, parents first; within a scope, only what the scope counts.
  private func subtree(of key: SlotKey, scope: Scope?) -> [Int] {
    guard let root = find(key) else { return [] }
    var stack = [root]
    var found: [Int] = []
    while let index = stack.popLast() {
      found.append(index)
      guard scope != .own else { continue }
      let children = siblings.indices(of: nodes[index].children)
      stack.append(contentsOf: children.reversed().filter { scope == nil || nodes[$0].isCounted })
    }
    return found
  }

  // MARK: Waiters

  /// Adds a waiter to a node that has not settled.
  package mutating func addWaiter(_ waiter: Waiter, to key: SlotKey, scope: Scope) {
    guard let index = find(key) else { return }
    waiters.append(waiter, scope: scope, to: index)
    nodes[index].hasWaiters = true
  }

  /// Takes back waiters that gave up.
  package mutating func removeWaiters(of key: SlotKey, where condition: (Waiter) -> Bool) {
    guard let index = find(key) else { return }
    nodes[index].hasWaiters = waiters.remove(from: index) { waiter, _ in condition(waiter) }
  }

  /// Takes every waiter, for a store that is deallocated.
  package mutating func takeAllWaiters() -> [Waiter] {
    var taken: [Waiter] = []
    for index in nodes.indices {
      takeWaiters(nil, from: index, into: &taken)
    }
    return taken
  }

  private mutating func takeWaiters(_ scope: Scope?, from index: Int, into taken: inout [Waiter]) {
    guard nodes[index].hasWaiters else { return }
    nodes[index].hasWaiters = waiters.take(scope, from: index, into: &taken)
  }
}
