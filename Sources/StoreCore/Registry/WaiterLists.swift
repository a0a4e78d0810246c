/// Those who wait for nodes of the causal tree, in one slab: once it is large enough, a wait allocates nothing.
///
/// Apart from the nodes: few are waited for.
///
/// - Complexity: O(1) to add one, besides hashing a number; O(those of the node) for the rest.
struct WaiterLists<Waiter> {
  private struct Entry {
    let waiter: Waiter
    let scope: CausalTree<Waiter>.Scope
  }

  private var lists: [Int: LinkedIndices.List] = [:]
  private var entries: ContiguousArray<Entry?> = []
  private var links = LinkedIndices()
  private var free: [Int] = []

  mutating func append(_ waiter: Waiter, scope: CausalTree<Waiter>.Scope, to node: Int) {
    let entry = Entry(waiter: waiter, scope: scope)
    let index: Int
    if let reused = free.popLast() {
      index = reused
      entries[index] = entry
    } else {
      index = entries.count
      entries.append(entry)
    }
    links.append(index, to: &lists[node, default: LinkedIndices.List()])
  }

  /// Takes those of a node out that wait for `scope`, or all, oldest first.
  ///
  /// - Returns: whether some are left.
  mutating func take(_ scope: CausalTree<Waiter>.Scope?, from node: Int, into taken: inout [Waiter]) -> Bool {
    remove(from: node) { waiter, itsScope in
      guard scope == nil || itsScope == scope else { return false }
      taken.append(waiter)
      return true
    }
  }

  /// Takes those of a node out that satisfy a condition.
  ///
  /// - Returns: whether some are left.
  mutating func remove(
    from node: Int,
    where condition: (Waiter, CausalTree<Waiter>.Scope) -> Bool
  ) -> Bool {
    guard var list = lists[node] else { return false }
    var next = list.first
    while next >= 0 {
      let index = next
      next = links.next(after: index)
      guard let entry = entries[index], condition(entry.waiter, entry.scope) else { continue }
      links.remove(index, from: &list)
      entries[index] = nil
      free.append(index)
    }
    lists[node] = list.isEmpty ? nil : list
    return !list.isEmpty
  }
}
