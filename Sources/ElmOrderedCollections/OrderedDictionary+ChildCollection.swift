public import ElmEngine
public import OrderedCollections

extension OrderedDictionary: ChildCollection {
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

  /// The keys in that part of the older dictionary where the two differ.
  ///
  /// - Complexity: O(keys), without hashing one.
  @inlinable
  public func childIDs(missingSince old: OrderedDictionary) -> [Key] {
    let former = old.keys.elements
    return Array(former[keys.elements.differingPart(of: former, isSame: ==)])
  }

  /// Whether both dictionaries have the same buffers.
  public func sharesStorage(with other: OrderedDictionary) -> Bool {
    haveEqualBits(self, other)
  }
}
