/// Doubly linked lists of slab indices that share one array of links: an index is in one of the lists at most.
///
/// - Complexity: O(1) amortised for each change.
package struct LinkedIndices {
  /// The ends of one list.
  ///
  /// The list itself is held by the links.
  package struct List {
    // A slab with more places than that would not fit into memory.
    private var firstIndex: Int32 = -1
    private var lastIndex: Int32 = -1

    package fileprivate(set) var first: Int {
      get { Int(firstIndex) }
      set { firstIndex = Int32(truncatingIfNeeded: newValue) }
    }

    package fileprivate(set) var last: Int {
      get { Int(lastIndex) }
      set { lastIndex = Int32(truncatingIfNeeded: newValue) }
    }

    package init() {}

    package var isEmpty: Bool { firstIndex < 0 }
  }

  private struct Link {
    private var previousIndex: Int32
    private var nextIndex: Int32

    init(previous: Int = -1, next: Int = -1) {
      previousIndex = Int32(truncatingIfNeeded: previous)
      nextIndex = Int32(truncatingIfNeeded: next)
    }

    var previous: Int {
      get { Int(previousIndex) }
      set { previousIndex = Int32(truncatingIfNeeded: newValue) }
    }

    var next: Int {
      get { Int(nextIndex) }
      set { nextIndex = Int32(truncatingIfNeeded: newValue) }
    }
  }

  private var links: ContiguousArray<Link> = []

  package init() {}

  package mutating func append(_ index: Int, to list: inout List) {
    while index >= links.count {
      links.append(Link())
    }
    links[index] = Link(previous: list.last, next: -1)
    if list.last >= 0 {
      links[list.last].next = index
    } else {
      list.first = index
    }
    list.last = index
  }

  /// The index after this one in its list, or a negative number.
  package func next(after index: Int) -> Int {
    links[index].next
  }

  package mutating func remove(_ index: Int, from list: inout List) {
    let link = links[index]
    if link.previous >= 0 {
      links[link.previous].next = link.next
    } else {
      list.first = link.next
    }
    if link.next >= 0 {
      links[link.next].previous = link.previous
    } else {
      list.last = link.previous
    }
    links[index] = Link()
  }

  /// The members of a list, oldest first.
  package func indices(of list: List) -> [Int] {
    var indices: [Int] = []
    var index = list.first
    while index >= 0 {
      indices.append(index)
      index = links[index].next
    }
    return indices
  }
}
