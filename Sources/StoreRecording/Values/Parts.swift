import CustomDump
import StoreCore

/// The parts of a value that can be seen from outside.
///
/// These are the properties of structs and tuples, the values in a case of an enum or in an optional, the elements of
/// arrays and the values of dictionaries. Objects have none, nor has a type with a mirror of its own, nor a struct of
/// Swift's and Foundation's modules: such values are only compared as a whole.
struct Parts {
  /// The shape of a value: values of equal shapes have the same parts.
  struct Shape: Equatable {
    let type: ObjectIdentifier
    /// The case of an enum, or the number of an array's elements.
    let kind: String
  }

  let shape: Shape
  /// The parts by their names, as written after the value.
  let values: [String: Any]
  /// The names of the parts, in order.
  let names: [String]

  /// Takes a value apart; `nil` if that is impossible.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - matchesRows: Whether the elements of an array are named by their ids, if they have different ones. Then arrays
  ///     of different lengths have the same shape.
  init?(of value: Any?, matchesRows: Bool = false) {
    guard let value, !(type(of: value) is AnyClass) else { return nil }
    // The copy of an object shows its properties.
    let copy = (value as? ObjectCopy)?.customDumpMirror
    let mirror = copy ?? Mirror(reflecting: value)
    var kind = ""
    let parts: [(name: String, value: Any)]
    switch mirror.displayStyle {
    case .optional:
      parts = mirror.children.map { ("?", $0.value) }
      kind = parts.isEmpty ? "none" : "some"
    case .collection:
      guard let elements = value as? [Any] else { return nil }
      if matchesRows, let rows = Self.rows(of: elements) {
        parts = rows
      } else {
        parts = elements.enumerated().map { ("[\($0.offset)]", $0.element) }
        kind = "\(elements.count)"
      }
    case .dictionary:
      guard let elements = value as? [AnyHashable: Any] else { return nil }
      parts = elements.map { ("[\(String(reflecting: $0.key.base))]", $0.value) }.sorted { $0.0 < $1.0 }
    case .struct, .tuple, .enum:
      guard copy != nil || !(value is any CustomReflectable) else { return nil }
      if mirror.displayStyle == .struct, Self.isOfSystem(value) { return nil }
      parts = mirror.children.map { (Self.name(of: $0.label ?? ""), $0.value) }
      if mirror.displayStyle == .enum { kind = parts.first?.name ?? "\(value)" }
    default:
      return nil
    }
    shape = Shape(type: ObjectIdentifier(type(of: value)), kind: kind)
    names = parts.map(\.name)
    values = Dictionary(parts.map { ($0.name, $0.value) }) { first, _ in first }
    // Keys with equal descriptions cannot be distinguished.
    guard values.count == names.count else { return nil }
  }

  /// Returns the elements of an array by their ids; `nil` if some have none.
  private static func rows(of elements: [Any]) -> [(name: String, value: Any)]? {
    func name<Row: Identifiable>(of row: Row) -> String { "[id: \(String(reflecting: row.id))]" }
    var rows: [(name: String, value: Any)] = []
    for element in elements {
      guard let row = element as? any Identifiable else { return nil }
      rows.append((name(of: row), element))
    }
    return Set(rows.map(\.name)).count == rows.count ? rows : nil
  }

  /// Returns whether a value's type is one of Swift's or Foundation's, such as a duration or a decimal number.
  ///
  /// The properties of such a type are private: numbers with the same digits are not equal in part.
  static func isOfSystem(_ value: Any) -> Bool {
    // Values that no operator compares are equal if their parts are.
    guard value is any Equatable else { return false }
    let module = String(reflecting: type(of: value)).prefix { $0 != "." }
    return ["Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization"].contains(module)
  }

  static func name(of label: String) -> String {
    label.hasPrefix(".") || label.hasPrefix("[") ? label : ".\(label)"
  }

  /// Returns the names of the parts that differ from those of a value of the same shape, or that only one of both has.
  func changes(from other: Parts) -> [String] {
    let removed = other.names.filter { values[$0] == nil }
    return (names + removed).filter { !Self.areEqual(values[$0], other.values[$0]) }
  }

  /// Whether the parts that both have are in the same order.
  func hasOrder(of other: Parts) -> Bool {
    names.filter { other.values[$0] != nil } == other.names.filter { values[$0] != nil }
  }

  /// Returns whether two values are equal; values without anything to compare are.
  static func areEqual(_ first: Any?, _ second: Any?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    if first is any Equatable { return ValueParts.areEqual(first, second) }
    if type(of: first) is AnyClass { return first as AnyObject === second as AnyObject }
    guard let first = Parts(of: first), let second = Parts(of: second) else { return true }
    return first.shape == second.shape && first.changes(from: second).isEmpty
  }
}
