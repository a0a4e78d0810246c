/// Comparisons of values by their parts, which are found by reflection.
///
/// The parts are the properties of structs and tuples, the value in an optional or in a case of an enum, and the
/// elements of collections. An object is a part that is not looked into.
package enum ValueParts {
  enum Rule {
    /// Values are the same if they hold the same objects.
    case objects
    /// Values are the same if they are equal or all their parts are the same, by `==` or by their bits.
    case parts(comparingObjects: Bool)
  }

  /// Returns whether two values are equal, or all their parts are, by `==` or by their bits.
  package static func areEqual<Value: Equatable>(_ first: Value, _ second: Value) -> Bool {
    first == second || haveEqualBits(first, second)
      || haveSameParts(first, second, by: .parts(comparingObjects: false))
  }

  /// Returns the same for values whose `==`, if they have one, is looked for at run time.
  @_disfavoredOverload
  package static func areEqual<Value>(_ first: Value, _ second: Value) -> Bool {
    var places: ObjectPlaces?
    return areSame(first, second, by: .parts(comparingObjects: false), &places)
  }

  /// Returns whether two values of a type are the same; `places` are those of objects in them, once they are known.
  static func areSame<Part>(_ first: Part, _ second: Part, by rule: Rule, _ places: inout ObjectPlaces?) -> Bool {
    if haveEqualBits(first, second) { return true }
    guard case .parts(let comparingObjects) = rule else {
      return ObjectPlaces.haveSameObjects(first, second, &places)
    }
    guard isEqual(first, second) else { return haveSameParts(first, second, by: rule) }
    return !comparingObjects || ObjectPlaces.haveSameObjects(first, second, &places)
  }

  private static func isEqual(_ first: Any, _ second: Any) -> Bool {
    func isEqual<Value: Equatable>(_ first: Value) -> Bool { second as? Value == first }
    return (first as? any Equatable).map { isEqual($0) } ?? false
  }

  /// Compares the parts of two values.
  static func haveSameParts(_ first: Any, _ second: Any, by rule: Rule) -> Bool {
    let type = type(of: first)
    guard type == Swift.type(of: second) else { return false }
    if type is AnyClass { return first as AnyObject === second as AnyObject }
    if case .objects = rule, isPlain(type) { return true }
    if let first = first as? any UnorderedCollection { return first.hasSameElements(as: second, by: rule) }
    if let first = first as? any Sequence { return haveSameElements(first, second, by: rule) }
    // A type with a mirror of its own may not show all.
    if case .parts = rule, first is any CustomReflectable, !(first is any Wrapper) { return false }
    let (parts, others) = (Mirror(reflecting: first).children, Mirror(reflecting: second).children)
    guard parts.count == others.count else { return false }
    // Of a value without parts, the bits are all that there is.
    if parts.isEmpty, case .parts = rule { return false }
    return zip(parts, others).allSatisfy { part, other in
      func isSame<Part>(_ part: Part) -> Bool {
        var places: ObjectPlaces?
        return (other.value as? Part).map { areSame(part, $0, by: rule, &places) } ?? false
      }
      return part.label == other.label && _openExistential(part.value, do: isSame)
    }
  }

  private static func haveSameElements<S: Sequence>(_ first: S, _ second: Any, by rule: Rule) -> Bool {
    guard let second = second as? S, count(of: first) == count(of: second) else { return false }
    var places: ObjectPlaces?
    var elements = second.makeIterator()
    for element in first {
      guard let other = elements.next(), areSame(element, other, by: rule, &places) else { return false }
    }
    return elements.next() == nil
  }

  /// Returns the number of elements, if that takes no time.
  private static func count(of elements: any Sequence) -> Int? { (elements as? any RandomAccessCollection)?.count }

  /// Whether a value of the type of `value` may differ from itself by `==`, because of a number that may be NaN.
  static func mayDifferFromItself(_ value: Any) -> Bool {
    if let known = mayDifferFromItself(type(of: value)) { return known }
    if let elements = value as? any Sequence { return first(of: elements).map { mayDifferFromItself($0) } ?? true }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .tuple: return mirror.children.contains { mayDifferFromItself($0.value) }
    case .optional: return mirror.children.first.map { mayDifferFromItself($0.value) } ?? true
    // Another case of an enum may have such a number.
    default: return true
    }
  }

  /// The same as far as the type alone tells.
  private static func mayDifferFromItself(_ type: Any.Type) -> Bool? {
    if type is any BinaryFloatingPoint.Type { return true }
    // Another object is another value, whatever it contains.
    if type is AnyClass || type is any BinaryInteger.Type || type is any StringProtocol.Type || type == Bool.self {
      return false
    }
    if let type = type as? any Wrapper.Type {
      let parts = type.wrapped.map { mayDifferFromItself($0) }
      return parts.contains(true) ? true : parts.contains(nil) ? nil : false
    }
    return (type as? any Sequence.Type).flatMap { mayDifferFromItself(element(of: $0)) }
  }

  private static func first<S: Sequence>(of elements: S) -> Any? { elements.first { _ in true } }

  /// Whether values of a type hold no object that a program can see, as far as the type alone tells.
  ///
  /// Strings and collections have objects for their storage, as have Foundation's values.
  static func isPlain(_ type: Any.Type) -> Bool {
    func isTrivial<Value>(_ type: Value.Type) -> Bool { _isPOD(type) }
    if _openExistential(type, do: isTrivial) || type == String.self || type == Substring.self { return true }
    if type is AnyClass { return false }
    if let type = type as? any Wrapper.Type { return type.wrapped.allSatisfy(isPlain) }
    if let type = type as? any Sequence.Type, isPlain(element(of: type)) { return true }
    return type == Character.self || String(reflecting: type).hasPrefix("Foundation")
  }

  private static func element<S: Sequence>(of type: S.Type) -> Any.Type { S.Element.self }
}

/// A type with values of others inside, which its elements do not tell.
private protocol Wrapper {
  static var wrapped: [Any.Type] { get }
}

extension Optional: Wrapper {
  static var wrapped: [Any.Type] { [Wrapped.self] }
}

/// A collection in which equal values may have their elements in another order.
private protocol UnorderedCollection {
  func hasSameElements(as other: Any, by rule: ValueParts.Rule) -> Bool
}

extension Set: UnorderedCollection {
  func hasSameElements(as other: Any, by rule: ValueParts.Rule) -> Bool {
    guard let other = other as? Set, count == other.count else { return false }
    var places: ObjectPlaces?
    return allSatisfy { element in
      other.firstIndex(of: element).map { ValueParts.areSame(element, other[$0], by: rule, &places) } ?? false
    }
  }
}

extension Dictionary: Wrapper, UnorderedCollection {
  static var wrapped: [Any.Type] { [Key.self, Value.self] }

  func hasSameElements(as other: Any, by rule: ValueParts.Rule) -> Bool {
    guard let other = other as? Dictionary, count == other.count else { return false }
    var (keyPlaces, valuePlaces): (ObjectPlaces?, ObjectPlaces?)
    return allSatisfy { key, value in
      guard let place = other.index(forKey: key) else { return false }
      return ValueParts.areSame(key, other[place].key, by: rule, &keyPlaces)
        && ValueParts.areSame(value, other[place].value, by: rule, &valuePlaces)
    }
  }
}
