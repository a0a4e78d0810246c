/// The ids of a collection's elements, and which of them appear and depart when the collection changes.
package struct ChildOrder<ID: Hashable> {
  package private(set) var ids: [ID] = []
  /// The number of elements with each id.
  private var counts: [ID: Int] = [:]

  package init() {}

  /// An id that several elements have.
  ///
  /// - Complexity: O(1) if there is none.
  package var duplicateID: ID? { counts.count < ids.count ? ids.firstRepeated() : nil }

  /// Changes the ids.
  ///
  /// - Parameters:
  ///   - current: The new ids.
  ///   - selectsAll: Whether to return all places.
  /// - Returns: The ids that no element has any more, in their former order; and the places at which ids may be new.
  /// - Complexity: O(ids) to compare what both begin and end with, without hashing; O(ids in between).
  package mutating func change(
    to current: some RandomAccessCollection<ID>,
    selectsAll: Bool
  ) -> (departed: [ID], places: Range<Int>) {
    var (first, last) = (current.startIndex, current.endIndex)
    var range = ids.indices
    while !range.isEmpty, first < last, ids[range.lowerBound] == current[first] {
      range = range.dropFirst()
      current.formIndex(after: &first)
    }
    while let place = range.last, first < last, ids[place] == current[current.index(before: last)] {
      range = range.dropLast()
      current.formIndex(before: &last)
    }
    let (removed, added) = (Array(ids[range]), Array(current[first..<last]))
    ids.replaceSubrange(range, with: added)
    for id in added { counts[id, default: 0] += 1 }
    var departed: [ID] = []
    for id in removed {
      guard let position = counts.index(forKey: id) else { continue }
      counts.values[position] -= 1
      guard counts.values[position] == 0 else { continue }
      counts.remove(at: position)
      departed.append(id)
    }
    return (departed, selectsAll ? ids.indices : range.lowerBound..<range.lowerBound + added.count)
  }
}
