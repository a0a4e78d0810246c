public import StoreCore

/// A collection of children that are found by their ids, as a ``ChildList`` needs.
///
/// Arrays of `Identifiable` elements and dictionaries conform, as does `OrderedDictionary` with the module
/// ElmOrderedCollections. Any other collection with value semantics can conform:
///
/// ```swift
/// extension Deck: ChildCollection {
///   mutating func changeChild(_ id: Int, _ change: (inout Card) -> Void) -> Bool {
///     cards.changeChild(id, change)
///   }
///   func readChildren(_ ids: [Int], _ body: (Int, Card) -> Void) {
///     cards.readChildren(ids, body)
///   }
///   func childIDs(missingSince old: Deck) -> [Int] {
///     cards.childIDs(missingSince: old.cards)
///   }
///   func sharesStorage(with other: Deck) -> Bool {
///     cards.sharesStorage(with: other.cards)
///   }
/// }
/// ```
public protocol ChildCollection<ChildID, Child> {
  /// The type of a child's id or key.
  associatedtype ChildID: Hashable

  /// The state of a child.
  associatedtype Child

  /// Calls `change` once with the child of an id, in place, or not at all if there is none.
  ///
  /// A second call ends the program: each one runs the child's reducer.
  ///
  /// - Returns: Whether there is a child of that id afterwards.
  mutating func changeChild(_ id: ChildID, _ change: (inout Child) -> Void) -> Bool

  /// Calls `body` for each place in `ids` whose id has a child.
  ///
  /// `ids` may contain an id more than once.
  func readChildren(_ ids: [ChildID], _ body: (_ place: Int, _ child: Child) -> Void)

  /// The ids that an older value has and this one lacks.
  ///
  /// The result may include ids that are still present; each is then looked up.
  func childIDs(missingSince old: Self) -> [ChildID]

  /// Whether this value is known to be the same as another one without looking at the children.
  ///
  /// It is called after each action while children have effects, so its cost should not depend on the number of
  /// children. `false` is always correct, and costs a call of ``childIDs(missingSince:)``.
  func sharesStorage(with other: Self) -> Bool
}

extension Array: ChildCollection where Element: Identifiable {
  /// Changes the first element with an id.
  ///
  /// - Complexity: O(elements) to find it.
  @inlinable
  public mutating func changeChild(_ id: Element.ID, _ change: (inout Element) -> Void) -> Bool {
    guard let index = firstIndex(where: { $0.id == id }) else { return false }
    change(&self[index])
    return self[index].id == id
  }

  /// Reads the first element with each id.
  ///
  /// - Complexity: O(elements and `ids`).
  @inlinable
  public func readChildren(_ ids: [Element.ID], _ body: (_ place: Int, _ child: Element) -> Void) {
    guard ids.count > 1 else {
      guard let id = ids.first, let index = firstIndex(where: { $0.id == id }) else { return }
      return body(0, self[index])
    }
    var places = Dictionary(grouping: ids.indices) { ids[$0] }
    for element in self {
      guard !places.isEmpty else { return }
      for place in places.removeValue(forKey: element.id) ?? [] {
        body(place, element)
      }
    }
  }

  /// The ids in that part of the older array where the two differ.
  ///
  /// - Complexity: O(elements), without hashing an id.
  @inlinable
  public func childIDs(missingSince old: [Element]) -> [Element.ID] {
    old[differingPart(of: old) { $0.id == $1.id }].map(\.id)
  }

  /// Whether both arrays have the same buffer.
  @inlinable
  public func sharesStorage(with other: [Element]) -> Bool {
    haveEqualBits(self, other)
  }
}

extension Array {
  /// The range in which an older array differs from this one: all but their common prefix and suffix.
  @inlinable
  func differingPart(of old: [Element], isSame: (Element, Element) -> Bool) -> Range<Int> {
    let shared = Swift.min(count, old.count)
    var start = 0
    while start < shared, isSame(self[start], old[start]) { start += 1 }
    var end = 0
    while end < shared - start, isSame(self[count - 1 - end], old[old.count - 1 - end]) { end += 1 }
    return start..<(old.count - end)
  }
}

extension Dictionary: ChildCollection {
  /// Changes the value of a key.
  @inlinable
  public mutating func changeChild(_ key: Key, _ change: (inout Value) -> Void) -> Bool {
    guard let index = index(forKey: key) else { return false }
    change(&values[index])
    return true
  }

  /// Reads the value of each key.
  @inlinable
  public func readChildren(_ keys: [Key], _ body: (_ place: Int, _ child: Value) -> Void) {
    for (place, key) in keys.enumerated() {
      if let value = self[key] { body(place, value) }
    }
  }

  /// The older dictionary's keys that this one lacks.
  ///
  /// - Complexity: O(keys). Keys before the first difference are compared, the others looked up.
  @inlinable
  public func childIDs(missingSince old: [Key: Value]) -> [Key] {
    // A copy has its keys in the order of the original.
    var current = keys.makeIterator()
    return old.keys.drop { $0 == current.next() }.filter { index(forKey: $0) == nil }
  }

  /// Whether both dictionaries have the same buffer.
  @inlinable
  public func sharesStorage(with other: [Key: Value]) -> Bool {
    haveEqualBits(self, other)
  }
}
