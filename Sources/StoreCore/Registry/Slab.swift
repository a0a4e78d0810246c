/// The key of an entry in a slab: its slot, and which of the entries that used the slot in turn is meant.
///
/// A key whose entry was removed matches nothing, however often its slot is used again.
package struct SlotKey: Hashable, Sendable {
  package var index: UInt32
  package var generation: UInt32

  package init(index: Int, generation: UInt32) {
    // A slab would need more memory than there is before the index fails to fit.
    self.index = UInt32(truncatingIfNeeded: index)
    self.generation = generation
  }

  /// The key of no entry: generations start at 1.
  package static var none: SlotKey { SlotKey(index: 0, generation: 0) }

  package var isNone: Bool { generation == 0 }

  /// The slot, as an index of arrays beside the slab.
  package var slot: Int { Int(index) }
}

/// Values that are found by their keys, in slots that are used again.
///
/// - Complexity: O(1) for each operation on one value.
package struct Slab<Value> {
  private struct Slot {
    var generation: UInt32 = 1
    var value: Value?
  }

  private var slots: ContiguousArray<Slot> = []
  private var free: [Int] = []

  package init() {}

  package var count: Int { slots.count - free.count }

  /// The keys of all values, in no particular order; O(the most values there have been at a time).
  package var keys: [SlotKey] {
    slots.indices.compactMap { index in
      slots[index].value == nil ? nil : SlotKey(index: index, generation: slots[index].generation)
    }
  }

  package func contains(_ key: SlotKey) -> Bool {
    key.slot < slots.count && slots[key.slot].generation == key.generation
  }

  /// The value of a key; nothing where it was removed.
  package subscript(_ key: SlotKey) -> Value? {
    contains(key) ? slots[key.slot].value : nil
  }

  /// Changes the value of a key in place, if it was not removed.
  // Each use of an accessor that yields the value would allocate a frame for it.
  package mutating func update(_ key: SlotKey, _ change: (inout Value) -> Void) {
    guard contains(key) else { return }
    // A key is made with its value, and matches until that is taken out.
    change(&slots[key.slot].value!)
  }

  package mutating func insert(_ value: Value) -> SlotKey {
    let index: Int
    if let reused = free.popLast() {
      index = reused
    } else {
      index = slots.count
      slots.append(Slot())
    }
    slots[index].value = value
    return SlotKey(index: index, generation: slots[index].generation)
  }

  /// Takes out the value of a key, unless it was removed before.
  package mutating func remove(_ key: SlotKey) {
    guard contains(key) else { return }
    // A generation is used up after four thousand million uses of one slot; 0 stays the key of nothing.
    let generation = key.generation == .max ? 1 : key.generation + 1
    slots[key.slot] = Slot(generation: generation)
    free.append(key.slot)
  }
}

/// Doubly linked lists of the keys of one slab, which share their links: a key is in one of the lists at most.
///
/// There may be a hundred thousand effects of one action or one name, and any of them may be the next to end. A key that
/// is alone in its list, as most are, needs no link.
///
/// - Complexity: O(1) amortised for each change.
package struct LinkedKeys {
  /// The ends of one list.
  package struct List {
    package fileprivate(set) var first = SlotKey.none
    fileprivate var last = SlotKey.none
    package fileprivate(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }
  }

  private struct Link {
    var previous = SlotKey.none
    var next = SlotKey.none
  }

  // By the keys' slots; a key without a link here has neither neighbour.
  private var links: ContiguousArray<Link> = []

  package init() {}

  package mutating func append(_ key: SlotKey, to list: inout List) {
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
  package mutating func remove(_ key: SlotKey, from list: inout List) {
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

  /// The members of a list, oldest first, or so many of the oldest.
  package func keys(of list: List, first count: Int = .max) -> [SlotKey] {
    var keys: [SlotKey] = []
    var next = list.first
    while !next.isNone, keys.count < count {
      keys.append(next)
      next = next == list.last ? .none : links[next.slot].next
    }
    return keys
  }
}

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

  subscript(_ key: SlotKey) -> Node? { nodes[key] }

  /// Changes the value of a node, if it is there.
  mutating func update(_ key: SlotKey, _ change: (inout Value) -> Void) {
    nodes.update(key) { change(&$0.value) }
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
    nodes.update(parent) { $0.children = list }
    nodes.update(key) { $0.parent = parent }
  }

  private mutating func detach(_ key: SlotKey) {
    guard let parent = nodes[key]?.parent, var list = nodes[parent]?.children else { return }
    siblings.remove(key, from: &list)
    nodes.update(parent) { $0.children = list }
    nodes.update(key) { $0.parent = .none }
  }

  func parent(of key: SlotKey) -> SlotKey { nodes[key]?.parent ?? .none }

  func children(of key: SlotKey) -> [SlotKey] { nodes[key].map { siblings.keys(of: $0.children) } ?? [] }

  /// A node and those below it that satisfy a condition, parents first, without `spared` and what is below that.
  func subtree(
    of root: SlotKey,
    sparing spared: SlotKey = .none,
    where condition: (Value) -> Bool = { _ in true }
  ) -> [SlotKey] {
    var stack = nodes.contains(root) && root != spared ? [root] : []
    var found: [SlotKey] = []
    while let key = stack.popLast() {
      found.append(key)
      stack += children(of: key).reversed().filter { key in
        key != spared && nodes[key].map { condition($0.value) } ?? false
      }
    }
    return found
  }

  // MARK: Runs

  mutating func link(_ run: SlotKey, to key: SlotKey) {
    guard var list = nodes[key]?.runs else { return }
    fellowRuns.append(run, to: &list)
    nodes.update(key) { $0.runs = list }
  }

  /// Takes a run from its node, if that is still there.
  mutating func unlink(_ run: SlotKey, from key: SlotKey) {
    guard var list = nodes[key]?.runs else { return }
    fellowRuns.remove(run, from: &list)
    nodes.update(key) { $0.runs = list }
  }

  /// The runs of a node, in the order in which they were linked.
  func runs(of key: SlotKey) -> [SlotKey] { nodes[key].map { fellowRuns.keys(of: $0.runs) } ?? [] }
}
