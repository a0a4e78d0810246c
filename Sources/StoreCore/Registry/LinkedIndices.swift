/// Doubly linked lists of slab indices that share one array of links: an index is in one of the lists at most.
///
/// An index that is alone in its list needs no link: lists of one, which most are, cost nothing but themselves.
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

    /// A list of one.
    init(only index: Int) {
      first = index
      last = index
    }

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

  // An index without a place here has neither neighbour; so has one in no list.
  private var links: ContiguousArray<Link> = []

  package init() {}

  package mutating func append(_ index: Int, to list: inout List) {
    let last = list.last
    if last >= 0 {
      makePlace(for: max(index, last))
      links[last].next = index
      links[index] = Link(previous: last)
    } else {
      list.first = index
      forget(index)
    }
    list.last = index
  }

  /// The index after this one in its list, or a negative number.
  package func next(after index: Int) -> Int {
    index < links.count ? links[index].next : -1
  }

  package mutating func remove(_ index: Int, from list: inout List) {
    if list.first == list.last {
      list = List()
      return
    }
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

  /// Lets an index be one of no list again: who takes a whole list at once leaves its links as they are.
  mutating func forget(_ index: Int) {
    if index < links.count {
      links[index] = Link()
    }
  }

  private mutating func makePlace(for index: Int) {
    while index >= links.count {
      links.append(Link())
    }
  }

  /// The members of a list, oldest first.
  package func indices(of list: List) -> [Int] {
    var indices: [Int] = []
    var index = list.first
    while index >= 0 {
      indices.append(index)
      index = next(after: index)
    }
    return indices
  }
}
