/// The rule by which a part of a state counts as changed.
///
/// Two values are the same if they are equal by `==` and hold the same objects: a new object in the place of an equal one
/// is a change, as later edits of the new one are not the former's. It is found as the value itself, in optionals,
/// collections, structs, tuples and enums; a collection is compared by its elements, and an object is not looked into.
///
/// A value that differs from itself, as NaN does, is compared by its parts, and is the same if all their bits are. So
/// are collections of such values.
///
/// Keep one for all comparisons of a part: it remembers where in a value of its type objects can be.
///
/// - Complexity: That of `==`. For equal values whose type can hold objects, besides a comparison of the bits where
///   these are; if they differ, as those of an array in another buffer, a look at the values by reflection, which takes
///   some microseconds for each property.
@MainActor
public final class PartComparison<Value> {
  /// Whether equal values are the same, as no value of the type holds an object.
  // Exclusivity: this and the one below are read and written on the main actor by plain loads and stores.
  @exclusivity(unchecked)
  @usableFromInline var holdsNoObject = _isPOD(Value.self) || Value.self == String.self
  /// Whether a value may differ from itself, as it may contain NaN.
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var mayDifferFromItself = Value.self != String.self && Value.self != Int.self
  private var hasLooked = false
  private var places: ObjectPlaces?

  /// Creates a comparison.
  public nonisolated init() {}

  /// Returns whether two values are the same by the `==` of their type, which is looked for at run time; `false` if there
  /// is none.
  public nonisolated static func areKnownSame(_ first: Value, _ second: Value) -> Bool {
    func areSame<Comparable: Equatable>(_ first: Comparable) -> Bool {
      (second as? Comparable).map { PartComparison<Comparable>.areSame(first, $0) } ?? false
    }
    return (first as? any Equatable).map { areSame($0) } ?? false
  }

  // Separate: it is needed for few values.
  @usableFromInline
  func haveSameObjects(_ first: Value, _ second: Value) -> Bool {
    if haveEqualBits(first, second) { return true }
    let areSame = ObjectPlaces.haveSameObjects(first, second, &places)
    if places?.areNone == true { holdsNoObject = true }
    return areSame
  }
}

extension PartComparison where Value: Equatable {
  /// Returns whether two values of the part are the same.
  @inlinable
  public func areSame(_ first: Value, _ second: Value) -> Bool {
    if first == second { return holdsNoObject || haveSameObjects(first, second) }
    return mayDifferFromItself && haveSameParts(first, second)
  }

  /// Returns whether two values are the same, for a comparison that is seldom made.
  public nonisolated static func areSame(_ first: Value, _ second: Value) -> Bool {
    guard first == second else { return haveSameParts(first, second) }
    var places: ObjectPlaces?
    return ValueParts.areSame(first, second, by: .objects, &places)
  }

  // Separate, as above.
  @usableFromInline
  func haveSameParts(_ first: Value, _ second: Value) -> Bool {
    if !hasLooked {
      hasLooked = true
      mayDifferFromItself = ValueParts.mayDifferFromItself(first)
    }
    return mayDifferFromItself && Self.haveSameParts(first, second)
  }

  private nonisolated static func haveSameParts(_ first: Value, _ second: Value) -> Bool {
    if haveEqualBits(first, second) { return true }
    // A collection is equal to itself, as it has the same buffer.
    let itself = first
    guard first != itself || first is any Sequence else { return false }
    return ValueParts.haveSameParts(first, second, by: .parts(comparingObjects: true))
  }
}

/// Returns whether two values consist of the same bits, which include the addresses of their objects and buffers.
///
/// Both are alive and hold their buffers: a buffer at the same address is the same one, and while two values hold it
/// neither changes it in place. If the bits differ, the values may still be equal.
@inlinable
package func haveEqualBits<Value>(_ first: Value, _ second: Value) -> Bool {
  // The bits are compared inside the closures, where both values are alive; nothing keeps their addresses.
  withUnsafeBytes(of: first) { first in
    withUnsafeBytes(of: second) { second in
      haveEqualBytes(first, second, 0..<MemoryLayout<Value>.size)
    }
  }
}

/// Returns whether two buffers have the same bytes in a range, which lies in both.
@inlinable
func haveEqualBytes(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
  var place = range.lowerBound
  while place + 8 <= range.upperBound {
    let word = first.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    guard word == second.loadUnaligned(fromByteOffset: place, as: UInt64.self) else { return false }
    place += 8
  }
  while place < range.upperBound {
    guard first[place] == second[place] else { return false }
    place += 1
  }
  return true
}
