/// A queue of elements, first in, first out.
///
/// It stands in place of a package of collections, whose modules would be a third of what an app has to build.
///
/// - Complexity: O(1) for each element, amortized.
package struct Queue<Element> {
  /// Those that wait, behind places that were left; no place where nobody waits.
  var places: [Element?] = []
  var head = 0
  /// Kept beside the places: to ask an array costs a retain, and each send asks.
  package var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  package var first: Element? { isEmpty ? nil : places[head] }

  /// All that wait, the first one first.
  package var elements: [Element] { places[head...].compactMap(\.self) }

  /// How many elements there is memory for.
  package var capacity: Int { places.capacity }

  package mutating func append(_ element: Element) {
    places.append(element)
    count += 1
  }

  package mutating func append(contentsOf other: Queue) {
    places.append(contentsOf: other.places[other.head...])
    count += other.count
  }

  /// Adds elements in front of the first one.
  package mutating func prepend(contentsOf elements: [Element]) {
    places.replaceSubrange(..<head, with: elements.map(Optional.some))
    head = 0
    count += elements.count
  }

  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = places[head].take()
    head += 1
    count -= 1
    if count == 0 {
      places.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= places.count {
      // So that a line that never is empty does not grow for ever.
      places.removeFirst(head)
      head = 0
    }
    return element
  }
}

extension Queue: Sendable where Element: Sendable {}
