public import ElmEngine
public import OrderedCollections

// The protocol is in this package, which the compiler cannot tell for a target without package access.
// swift-format-ignore: AvoidRetroactiveConformances
extension OrderedDictionary: @retroactive ChildCollection {
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
    let current = keys.elements
    let start = former.indices.first { $0 == current.count || former[$0] != current[$0] } ?? former.count
    var end = former.count
    var place = current.count
    while end > start, place > start, former[end - 1] == current[place - 1] {
      end -= 1
      place -= 1
    }
    return Array(former[start..<end])
  }

  /// Whether both dictionaries have the same buffers.
  public func sharesStorage(with other: OrderedDictionary) -> Bool {
    // Both are alive and hold their buffers: if the bits are equal, so are the addresses of the buffers.
    withUnsafeBytes(of: self) { bits in
      withUnsafeBytes(of: other) { bits.elementsEqual($0) }
    }
  }
}
