/// The places in the values of one type at which objects can be, as ranges of their bytes.
///
/// Swift has no list of a type's properties, and a mirror of a value takes some microseconds for each. So one value is
/// reflected, and from then on only the bytes in these ranges are compared.
struct ObjectPlaces {
  private let ranges: [Range<Int>]

  /// Whether there is no such place, so that no value of the type holds an object.
  var areNone: Bool { ranges.isEmpty }

  /// Returns whether two values hold the same objects; `places` are those of their type, once they are known.
  static func haveSameObjects<Value>(_ first: Value, _ second: Value, _ places: inout ObjectPlaces?) -> Bool {
    let known = places ?? ObjectPlaces(in: first)
    places = known
    // The bits are compared inside the closures, where both values are alive; nothing keeps their addresses.
    let areSame = withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { second in
        known.ranges.allSatisfy { haveEqualBytes(first, second, $0) }
      }
    }
    return areSame || ValueParts.haveSameParts(first, second, by: .objects)
  }

  /// Finds the places in values of the type of `value`.
  private init<Value>(in value: Value) {
    var ranges: [Range<Int>] = []
    let areKnown = Self.find(in: value, at: 0, &ranges)
    // If they are not known, an object may be anywhere.
    self.ranges = areKnown ? ranges : [0..<MemoryLayout<Value>.size]
  }

  /// Finds the places in a part of a value, which begins at an offset in the value's bytes.
  ///
  /// The properties of a struct lie one behind the other, each at its alignment. One whose type is a protocol has values
  /// of many types, so that its places are not known.
  ///
  /// - Returns: Whether the places are known.
  private static func find<Part>(in part: Part, at offset: Int, _ ranges: inout [Range<Int>]) -> Bool {
    let size = MemoryLayout<Part>.size
    guard Part.self is AnyClass || type(of: part as Any) == Part.self else { return false }
    guard let properties = properties(of: part) else {
      if !ValueParts.isPlain(Part.self) { ranges.append(offset..<offset + size) }
      return true
    }
    var end = offset
    func findNext<Property>(_ property: Property) -> Bool {
      let alignment = MemoryLayout<Property>.alignment
      let offset = (end + alignment - 1) / alignment * alignment
      end = offset + MemoryLayout<Property>.size
      return find(in: property, at: offset, &ranges)
    }
    // A mirror that does not show all, or something else, does not add up.
    return properties.allSatisfy { _openExistential($0.value, do: findNext) } && end == offset + size
  }

  /// Returns the properties of a struct or a tuple that may hold objects.
  private static func properties<Part>(of part: Part) -> Mirror.Children? {
    guard !(part is any CustomReflectable), !ValueParts.isPlain(Part.self) else { return nil }
    let mirror = Mirror(reflecting: part)
    return mirror.displayStyle == .struct || mirror.displayStyle == .tuple ? mirror.children : nil
  }
}
