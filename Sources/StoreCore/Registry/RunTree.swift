/// Nodes in trees, each with a value and with the runs that belong to it, known by their places in the registry.
///
/// A node that has gone matches no key, however often its place is used again.
///
/// - Complexity: O(1) for each change; O(what is returned) for what concerns a node and those below it.
struct RunTree<Value> {
  private struct Node {
    var generation: UInt32 = 1
    var value: Value?
    var parent = -1
    var children = LinkedIndices.List()
    var runs = LinkedIndices.List()
  }

  private var nodes: ContiguousArray<Node> = []
  private var free: [Int] = []
  private var siblings = LinkedIndices()
  private var sameNode = LinkedIndices()
  /// The node of each run, by the run's place; negative for a run of no node.
  private var nodeOfRun: ContiguousArray<Int> = []

  // MARK: Nodes

  /// Adds a node, below another one if there is one.
  mutating func add(_ value: Value, below parent: Int?) -> Int {
    let index: Int
    if let reused = free.popLast() {
      index = reused
    } else {
      index = nodes.count
      nodes.append(Node())
    }
    nodes[index].value = value
    if let parent {
      nodes[index].parent = parent
      siblings.append(index, to: &nodes[parent].children)
    }
    return index
  }

  /// Takes out a node and those below it.
  ///
  /// `removed` is called with the value of each, those below first.
  ///
  /// - Returns: their runs, the upper nodes' first.
  mutating func cut(_ root: Int, removed: (_ index: Int, _ value: Value) -> Void) -> [Int] {
    var runs: [Int] = []
    for index in subtree(of: root).reversed() {
      let members = sameNode.indices(of: nodes[index].runs)
      for run in members {
        sameNode.remove(run, from: &nodes[index].runs)
        nodeOfRun[run] = -1
      }
      runs.append(contentsOf: members.reversed())
      if let value = nodes[index].value {
        removed(index, value)
      }
      remove(index)
    }
    return runs.reversed()
  }

  private mutating func remove(_ index: Int) {
    if let parent = parent(of: index) {
      siblings.remove(index, from: &nodes[parent].children)
    }
    // A generation is used up after four thousand million uses of one place; 0 stays the key of nothing.
    let generation = nodes[index].generation == .max ? 1 : nodes[index].generation + 1
    nodes[index] = Node(generation: generation)
    free.append(index)
  }

  /// The value of a node; nothing where there is no node.
  subscript(_ index: Int) -> Value? {
    get { nodes[index].value }
    _modify { yield &nodes[index].value }
  }

  func key(of index: Int) -> SlotKey {
    SlotKey(index: index, generation: nodes[index].generation)
  }

  func find(_ key: SlotKey) -> Int? {
    let index = Int(key.index)
    return index < nodes.count && nodes[index].generation == key.generation ? index : nil
  }

  func parent(of index: Int) -> Int? {
    nodes[index].parent < 0 ? nil : nodes[index].parent
  }

  /// Whether a node has nothing below it, and no runs.
  func isBare(_ index: Int) -> Bool {
    nodes[index].children.isEmpty && nodes[index].runs.isEmpty
  }

  func hasRuns(_ index: Int) -> Bool { !nodes[index].runs.isEmpty }

  /// The places of all nodes.
  var indices: [Int] { nodes.indices.filter { nodes[$0].value != nil } }

  /// A node and those below it, parents first.
  func subtree(of root: Int) -> [Int] {
    var stack = [root]
    var found: [Int] = []
    while let index = stack.popLast() {
      found.append(index)
      stack.append(contentsOf: siblings.indices(of: nodes[index].children).reversed())
    }
    return found
  }

  // MARK: Runs

  mutating func link(run: Int, to index: Int) {
    sameNode.append(run, to: &nodes[index].runs)
    while run >= nodeOfRun.count {
      nodeOfRun.append(-1)
    }
    nodeOfRun[run] = index
  }

  /// Takes a run from its node, if it has one.
  ///
  /// - Returns: the node that it was taken from.
  mutating func unlink(run: Int) -> Int? {
    guard let index = node(of: run) else { return nil }
    nodeOfRun[run] = -1
    sameNode.remove(run, from: &nodes[index].runs)
    return index
  }

  /// The node of a run, if it has one.
  func node(of run: Int) -> Int? {
    run < nodeOfRun.count && nodeOfRun[run] >= 0 ? nodeOfRun[run] : nil
  }

  /// The runs of a node and of those below it, the upper nodes' first.
  func runs(below root: Int) -> [Int] {
    subtree(of: root).flatMap { sameNode.indices(of: nodes[$0].runs) }
  }
}
