/// Nodes in trees, each with a value, and the runs that belong to each.
///
/// - Complexity: O(1) for each change of a node or a run; O(what is returned) for what concerns a node and those below
///   it.
struct RunTree<Value> {
  struct Node {
    var value: Value
    fileprivate(set) var parent = SlotKey.none
    fileprivate var children = LinkedKeys.List()
    fileprivate var runs = LinkedKeys.List()

    var hasChildren: Bool { !children.isEmpty }
    var hasRuns: Bool { !runs.isEmpty }
  }

  private var nodes = Slab<Node>()
  private var siblings = LinkedKeys()
  private var fellowRuns = LinkedKeys()

  var count: Int { nodes.count }

  /// All nodes, in no particular order.
  var keys: [SlotKey] { nodes.keys }

  func contains(_ key: SlotKey) -> Bool { nodes.contains(key) }

  subscript(_ key: SlotKey) -> Node? {
    get { nodes[key] }
    _modify { yield &nodes[key] }
  }

  // MARK: Nodes

  /// Adds a node, below another one if there is one.
  mutating func add(_ value: Value, below parent: SlotKey) -> SlotKey {
    let key = nodes.insert(Node(value: value))
    move(key, below: parent)
    return key
  }

  /// Takes out a node that has nothing below it.
  mutating func remove(_ key: SlotKey) {
    detach(key)
    nodes.remove(key)
  }

  /// Moves a node below another one, behind those that are there.
  mutating func move(_ key: SlotKey, below parent: SlotKey) {
    detach(key)
    guard var list = nodes[parent]?.children else { return }
    siblings.append(key, to: &list)
    nodes[parent]?.children = list
    nodes[key]?.parent = parent
  }

  private mutating func detach(_ key: SlotKey) {
    guard let parent = nodes[key]?.parent, var list = nodes[parent]?.children else { return }
    siblings.remove(key, from: &list)
    nodes[parent]?.children = list
    nodes[key]?.parent = .none
  }

  func parent(of key: SlotKey) -> SlotKey { nodes[key]?.parent ?? .none }

  func children(of key: SlotKey) -> [SlotKey] { nodes[key].map { siblings.keys(of: $0.children) } ?? [] }

  /// A node and those below it that satisfy a condition, parents first.
  func subtree(of root: SlotKey, where condition: (Value) -> Bool = { _ in true }) -> [SlotKey] {
    var stack = nodes.contains(root) ? [root] : []
    var found: [SlotKey] = []
    while let key = stack.popLast() {
      found.append(key)
      stack += children(of: key).reversed().filter { nodes[$0].map { condition($0.value) } ?? false }
    }
    return found
  }

  // MARK: Runs

  mutating func link(_ run: SlotKey, to key: SlotKey) {
    guard var list = nodes[key]?.runs else { return }
    fellowRuns.append(run, to: &list)
    nodes[key]?.runs = list
  }

  /// Takes a run from the node that it was linked to, if that is still there.
  mutating func unlink(_ run: SlotKey, from key: SlotKey) {
    guard var list = nodes[key]?.runs else { return }
    fellowRuns.remove(run, from: &list)
    nodes[key]?.runs = list
  }

  /// The runs of a node, in the order in which they were linked.
  func runs(of key: SlotKey) -> [SlotKey] { nodes[key].map { fellowRuns.keys(of: $0.runs) } ?? [] }
}
