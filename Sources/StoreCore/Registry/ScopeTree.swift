/// The scopes of one store that have something in them: running or waiting effects, and unfinished composite programs.
///
/// Pure decisions. Runs are known by their places in the registry. A scope with nothing in it and in the scopes
/// nested in it is removed; one that comes again is another.
///
/// - Complexity: O(1) for each run and program, apart from hashing its scope, and O(parts) for the first one of a
///   scope; O(what is taken out) to cancel. A run outside of every scope costs a comparison.
package struct ScopeTree {
  private struct Node {
    var generation: UInt32 = 1
    var scope: EffectScope?
    var parent = -1
    var children = LinkedIndices.List()
    var runs = LinkedIndices.List()
    /// How many unfinished composite programs were started in the scope.
    var programs = 0
  }

  private var nodes: ContiguousArray<Node> = []
  private var free: [Int] = []
  private var places: [EffectScope: Int] = [:]
  private var siblings = LinkedIndices()
  private var sameScope = LinkedIndices()
  /// The node of each run, by the run's place; negative for a run outside of every scope.
  private var nodeOfRun: ContiguousArray<Int> = []

  package init() {}

  /// Whether no scope has anything in it.
  package var isEmpty: Bool { places.isEmpty }

  /// The number of scopes that are kept, those around others included.
  package var count: Int { places.count }

  // MARK: Runs

  /// Adds a run to its scope.
  package mutating func link(run: Int, to scope: EffectScope) {
    let index = open(scope)
    sameScope.append(run, to: &nodes[index].runs)
    while run >= nodeOfRun.count {
      nodeOfRun.append(-1)
    }
    nodeOfRun[run] = index
  }

  /// Takes a run out of its scope, if it is in one.
  package mutating func unlink(run: Int) {
    guard run < nodeOfRun.count, nodeOfRun[run] >= 0 else { return }
    let index = nodeOfRun[run]
    nodeOfRun[run] = -1
    sameScope.remove(run, from: &nodes[index].runs)
    removeWhileEmpty(index)
  }

  // MARK: Composite programs

  /// Adds an unfinished composite program to its scope.
  ///
  /// - Returns: what the program is ended by, and asked for.
  package mutating func begin(in scope: EffectScope) -> SlotKey {
    let index = open(scope)
    nodes[index].programs += 1
    return SlotKey(index: index, generation: nodes[index].generation)
  }

  /// Takes out a composite program that has ended, unless its scope was cancelled.
  ///
  /// To be called once for each that was begun.
  package mutating func end(_ key: SlotKey) {
    guard isCurrent(key) else { return }
    nodes[Int(key.index)].programs -= 1
    removeWhileEmpty(Int(key.index))
  }

  /// Whether a program that has not ended may go on: its scope was not cancelled since it began.
  package func isCurrent(_ key: SlotKey) -> Bool {
    let index = Int(key.index)
    return index < nodes.count && nodes[index].generation == key.generation
  }

  // MARK: Cancelling

  /// Takes out a scope and those nested in it.
  ///
  /// Their programs are no longer current.
  ///
  /// - Returns: their runs, outer scopes' first.
  package mutating func cancel(_ scope: EffectScope) -> [Int] {
    guard let root = places[scope] else { return [] }
    var runs: [Int] = []
    let parent = nodes[root].parent
    for index in subtree(of: root).reversed() {
      let members = sameScope.indices(of: nodes[index].runs)
      for run in members {
        sameScope.remove(run, from: &nodes[index].runs)
        nodeOfRun[run] = -1
      }
      runs.append(contentsOf: members.reversed())
      remove(index)
    }
    if parent >= 0 {
      removeWhileEmpty(parent)
    }
    return runs.reversed()
  }

  // MARK: Questions

  /// The runs in a scope and in those nested in it, outer scopes' first.
  package func runs(in scope: EffectScope) -> [Int] {
    guard let root = places[scope] else { return [] }
    return subtree(of: root).flatMap { sameScope.indices(of: nodes[$0].runs) }
  }

  /// The scopes with runs or programs of their own, in no particular order.
  package var scopes: [EffectScope] {
    places.compactMap { nodes[$1].runs.isEmpty && nodes[$1].programs == 0 ? nil : $0 }
  }

  // MARK: Nodes

  private mutating func open(_ scope: EffectScope) -> Int {
    if let index = places[scope] { return index }
    // Outermost first, without recursion: a path may be long.
    var missing = [scope]
    var parent = -1
    var outer = scope.outer
    while let next = outer {
      if let index = places[next] {
        parent = index
        break
      }
      missing.append(next)
      outer = next.outer
    }
    for scope in missing.reversed() {
      parent = add(scope, to: parent)
    }
    return parent
  }

  private mutating func add(_ scope: EffectScope, to parent: Int) -> Int {
    let index: Int
    if let reused = free.popLast() {
      index = reused
    } else {
      index = nodes.count
      nodes.append(Node())
    }
    nodes[index].scope = scope
    nodes[index].parent = parent
    if parent >= 0 {
      siblings.append(index, to: &nodes[parent].children)
    }
    places[scope] = index
    return index
  }

  private mutating func removeWhileEmpty(_ start: Int) {
    var index = start
    while index >= 0, nodes[index].programs == 0, nodes[index].runs.isEmpty, nodes[index].children.isEmpty {
      let parent = nodes[index].parent
      remove(index)
      index = parent
    }
  }

  private mutating func remove(_ index: Int) {
    if nodes[index].parent >= 0 {
      siblings.remove(index, from: &nodes[nodes[index].parent].children)
    }
    if let scope = nodes[index].scope {
      places[scope] = nil
    }
    // A generation is used up after four thousand million uses of one place; 0 stays the key of nothing.
    let generation = nodes[index].generation == .max ? 1 : nodes[index].generation + 1
    nodes[index] = Node(generation: generation)
    free.append(index)
  }

  /// A node and those below it, parents first.
  private func subtree(of root: Int) -> [Int] {
    var stack = [root]
    var found: [Int] = []
    while let index = stack.popLast() {
      found.append(index)
      stack.append(contentsOf: siblings.indices(of: nodes[index].children).reversed())
    }
    return found
  }
}
