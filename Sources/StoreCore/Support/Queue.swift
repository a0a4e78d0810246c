/// A queue of elements, first in, first out, whose last element can be taken back.
///
/// It replaces a package of collections, whose modules would be a third of what an app has to build.
///
/// - Complexity: O(1) for each element, amortized.
@usableFromInline
package struct Queue<Element> {
  /// The elements, after the slots of those that were taken; no slot if there is no element.
  var slots: [Element?] = []
  var head = 0
  /// Stored separately: asking an array costs a retain, and each send asks.
  @usableFromInline package var count = 0

  package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  package var first: Element? { isEmpty ? nil : slots[head] }

  package var elements: [Element] { slots[head...].compactMap(\.self) }

  package var capacity: Int { slots.capacity }

  @usableFromInline package mutating func append(_ element: Element) {
    slots.append(element)
    count += 1
  }

  package mutating func append(contentsOf other: Queue) {
    guard !isEmpty else {
      self = other
      return
    }
    slots.append(contentsOf: other.slots[other.head...])
    count += other.count
  }

  @usableFromInline package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = slots[head].take()
    head += 1
    count -= 1
    if count == 0 {
      removeAll()
    } else if head >= 32, head * 2 >= slots.count {
      // So that a queue that is never empty does not grow for ever.
      slots.removeFirst(head)
      head = 0
    }
    return element
  }

  package mutating func popLast() -> Element? {
    guard !isEmpty else { return nil }
    let element = slots.removeLast()
    count -= 1
    if count == 0 { removeAll() }
    return element
  }

  /// Drops the slots of the elements, all of which were taken.
  private mutating func removeAll() {
    slots.removeAll(keepingCapacity: true)
    head = 0
  }
}

extension Queue: Sendable where Element: Sendable {}
