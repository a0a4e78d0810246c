/// The key of an entry in a slab: its slot, and its generation among the entries that have used the slot.
///
/// A key whose entry was removed matches nothing, even if its slot is reused. Keys of different spaces differ in type.
package struct SlotKey<Space>: Hashable, Sendable {
  package var index: UInt32
  package var generation: UInt32

  package init(index: Int, generation: UInt32) {
    // A slab would run out of memory before the index fails to fit.
    self.index = UInt32(truncatingIfNeeded: index)
    self.generation = generation
  }

  /// The key of no entry: generations start at 1.
  package static var none: Self { Self(index: 0, generation: 0) }

  package var isNone: Bool { generation == 0 }

  /// The slot, as an index of arrays that parallel the slab.
  package var slot: Int { Int(index) }
}

/// The spaces of keys.
package enum KeySpace {
  package enum Runs {}
  package enum Actions {}
  package enum Containers {}
  package enum Draining {}
}

/// The key of a run in the ``RunTable``.
package typealias RunKey = SlotKey<KeySpace.Runs>
/// The key of an action's node in the ``ActionTree``.
package typealias NodeKey = SlotKey<KeySpace.Actions>
/// The key of a scope's or a named program's node in the ``ScopeTree``.
package typealias ContainerKey = SlotKey<KeySpace.Containers>
/// The key of a cancelled run whose task has not ended.
package typealias DrainingKey = SlotKey<KeySpace.Draining>

/// Values that are found by their keys, in slots that are reused.
///
/// - Complexity: O(1) amortised for each operation on one value.
struct Slab<Value, Space> {
  typealias Key = SlotKey<Space>

  // Not one array of a type inside this one: it would be copied and destroyed by calls into the Swift runtime.
  private var slots: ContiguousArray<Value?> = []
  private var generations: ContiguousArray<UInt32> = []
  private var free: [Int] = []

  init() {}

  var count: Int { slots.count - free.count }

  /// The keys of all values, in no particular order; O(the most values at any time).
  var keys: [Key] {
    slots.indices.compactMap { index in
      slots[index] == nil ? nil : Key(index: index, generation: generations[index])
    }
  }

  /// All values, in no particular order; O(the most values at any time).
  var values: [Value] { slots.compactMap(\.self) }

  func contains(_ key: Key) -> Bool {
    key.slot < slots.count && generations[key.slot] == key.generation
  }

  /// The value of a key; `nil` if it was removed.
  subscript(_ key: Key) -> Value? {
    contains(key) ? slots[key.slot] : nil
  }

  /// Changes the value of a key in place, if it was not removed.
  // An accessor that yields the value would allocate a frame for each use.
  mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    guard contains(key) else { return }
    // A key is made with its value, and matches until that is taken out.
    change(&slots[key.slot]!)
  }

  mutating func insert(_ value: Value) -> Key {
    guard let index = free.popLast() else {
      slots.append(value)
      generations.append(1)
      return Key(index: slots.count - 1, generation: 1)
    }
    slots[index] = value
    return Key(index: index, generation: generations[index])
  }

  /// Takes out the value of a key; `nil` if it was removed before.
  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard contains(key) else { return nil }
    // Generations repeat after four billion uses of one slot; 0 stays the key of no entry.
    generations[key.slot] = key.generation == .max ? 1 : key.generation + 1
    free.append(key.slot)
    return slots[key.slot].take()
  }
}

/// Doubly linked lists of the keys of one slab, which share their links: a key is in at most one of the lists.
///
/// There may be a hundred thousand effects of one action or one name, and any of them may be the next to end. A key
/// that is alone in its list, as most are, needs no link.
///
/// - Complexity: O(1) amortised for each change.
struct LinkedKeys<Space> {
  typealias Key = SlotKey<Space>

  /// The ends of one list.
  struct List {
    fileprivate(set) var first = Key.none
    fileprivate var last = Key.none
    fileprivate(set) var count = 0

    init() {}

    var isEmpty: Bool { count == 0 }
  }

  private struct Link {
    var previous = Key.none
    var next = Key.none
  }

  // Indexed by the keys' slots; a key without a link here has no neighbours.
  private var links: ContiguousArray<Link> = []

  init() {}

  mutating func append(_ key: Key, to list: inout List) {
    if list.isEmpty {
      list.first = key
    } else {
      while links.count <= max(key.slot, list.last.slot) {
        links.append(Link())
      }
      links[list.last.slot].next = key
      links[key.slot].previous = list.last
    }
    list.last = key
    list.count += 1
  }

  /// Takes out a key that is in the list.
  mutating func remove(_ key: Key, from list: inout List) {
    guard list.first != list.last else {
      list = List()
      return
    }
    list.count -= 1
    let link = links[key.slot]
    links[key.slot] = Link()
    if link.previous.isNone {
      list.first = link.next
    } else {
      links[link.previous.slot].next = link.next
    }
    if link.next.isNone {
      list.last = link.previous
    } else {
      links[link.next.slot].previous = link.previous
    }
  }

  /// The members of a list, oldest first.
  func keys(of list: List) -> [Key] {
    guard !list.isEmpty else { return [] }
    var keys: [Key] = []
    keys.reserveCapacity(list.count)
    var next = list.first
    while !next.isNone {
      keys.append(next)
      next = next == list.last ? .none : links[next.slot].next
    }
    return keys
  }
}

/// Nodes in trees, each with a value, and the runs that belong to each.
///
/// - Complexity: O(1) to change a node or a run; O(what is returned) for what concerns a node and those below it.
struct RunTree<Value, Space> {
  typealias Key = SlotKey<Space>

  struct Node {
    var value: Value
    fileprivate(set) var parent = Key.none
    fileprivate var children = LinkedKeys<Space>.List()
    fileprivate var runs = LinkedKeys<KeySpace.Runs>.List()

    var hasChildren: Bool { !children.isEmpty }
    var hasRuns: Bool { !runs.isEmpty }
  }

  private var nodes = Slab<Node, Space>()
  private var siblings = LinkedKeys<Space>()
  private var fellowRuns = LinkedKeys<KeySpace.Runs>()

  var count: Int { nodes.count }

  /// All nodes, in no particular order.
  var keys: [Key] { nodes.keys }

  func contains(_ key: Key) -> Bool { nodes.contains(key) }

  subscript(_ key: Key) -> Node? { nodes[key] }

  /// Changes the value of a node, if it exists.
  mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    nodes.update(key) { change(&$0.value) }
  }

  // MARK: Nodes

  /// Adds a node, below another one if there is one.
  mutating func add(_ value: Value, below parent: Key) -> Key {
    let key = nodes.insert(Node(value: value))
    if !parent.isNone { attach(key, to: parent) }
    return key
  }

  /// Takes out a node that has nothing below it.
  mutating func remove(_ key: Key) {
    detach(key)
    nodes.remove(key)
  }

  /// Moves a node below another one, after the children that it has.
  mutating func move(_ key: Key, below parent: Key) {
    detach(key)
    attach(key, to: parent)
  }

  private mutating func attach(_ key: Key, to parent: Key) {
    guard var list = nodes[parent]?.children else { return }
    siblings.append(key, to: &list)
    nodes.update(parent) { $0.children = list }
    nodes.update(key) { $0.parent = parent }
  }

  private mutating func detach(_ key: Key) {
    guard let parent = nodes[key]?.parent, var list = nodes[parent]?.children else { return }
    siblings.remove(key, from: &list)
    nodes.update(parent) { $0.children = list }
    nodes.update(key) { $0.parent = .none }
  }

  func parent(of key: Key) -> Key { nodes[key]?.parent ?? .none }

  func children(of key: Key) -> [Key] { nodes[key].map { siblings.keys(of: $0.children) } ?? [] }

  /// A node and those below it that satisfy a condition, parents first, except `spared` and what is below that.
  func subtree(
    of root: Key,
    sparing spared: Key = .none,
    where condition: (Value) -> Bool = { _ in true }
  ) -> [Key] {
    var stack = nodes.contains(root) && root != spared ? [root] : []
    var found: [Key] = []
    while let key = stack.popLast() {
      found.append(key)
      stack += children(of: key).reversed().filter { key in
        key != spared && nodes[key].map { condition($0.value) } ?? false
      }
    }
    return found
  }

  // MARK: Runs

  mutating func link(_ run: RunKey, to key: Key) {
    guard var list = nodes[key]?.runs else { return }
    fellowRuns.append(run, to: &list)
    nodes.update(key) { $0.runs = list }
  }

  /// Removes a run from its node, if that still exists.
  mutating func unlink(_ run: RunKey, from key: Key) {
    guard var list = nodes[key]?.runs else { return }
    fellowRuns.remove(run, from: &list)
    nodes.update(key) { $0.runs = list }
  }

  /// The runs of a node, in the order in which they were linked.
  func runs(of key: Key) -> [RunKey] { nodes[key].map { fellowRuns.keys(of: $0.runs) } ?? [] }
}
