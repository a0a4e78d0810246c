import StoreCore

extension TestStore {
  /// Compares the observed value with what `change` makes of the asserted one, and continues from there.
  ///
  /// For a step that has waited for a change in vain, `unchanged` says since when there was none, "step" or "action", and
  /// which work has not ended, `nil` for a scope whose child has departed.
  func compare(
    _ value: Observed,
    after step: String,
    _ exhaustivity: Exhaustivity,
    unchanged: (since: String, work: PendingWork?)? = nil,
    at site: CallSite,
    _ change: (@MainActor (inout Observed) throws -> Void)?
  ) {
    let before = asserted
    asserted = value
    do {
      switch try Comparison(of: value, after: before, isExhaustive: exhaustivity.isOn, change: change) {
      case .equal:
        break
      case .equalInPart(let expected):
        if exhaustivity.showsSkipped {
          TestStoreReport.skippedChanges("after \(step)", asserted: expected, actual: value).show(at: site)
        }
      case .different(let expected):
        let hasCome = ValueParts.areEqual(expected, observe(store.state))
        TestStoreReport.wrongState(after: step, expected: expected, actual: value, hasCome: hasCome)
          .withoutChange(unchanged).record(at: site)
      case .differentInPart(let differences):
        TestStoreReport.wrongParts(after: step, differences).withoutChange(unchanged).record(at: site)
      case .unchanged:
        TestStoreReport.unchanged(after: step).record(at: site)
      }
    } catch {
      TestStoreReport.thrown(error, after: step).record(at: site)
    }
  }
}

/// A comparison of what was observed with what the test expects.
enum Comparison<Value: Equatable> {
  /// They are equal.
  case equal
  /// The expected changes were made, and others that are not asserted; only if not everything has to be.
  case equalInPart(expected: Value)
  /// They differ.
  case different(expected: Value)
  /// Parts differ that the test expects to change; only if not everything has to be asserted.
  case differentInPart([PartDifference])
  /// The expected change changes nothing.
  case unchanged

  /// Compares a value with what `change` makes of the one before; without `change`, nothing is expected to change.
  ///
  /// If not everything has to be asserted, only the parts that `change` has changed are compared.
  init(of value: Value, after before: Value, isExhaustive: Bool, change: ((inout Value) throws -> Void)?) throws {
    var expected = before
    try change?(&expected)
    let changesNothing = change != nil && ValueParts.areEqual(expected, before)
    if ValueParts.areEqual(expected, value) {
      self = changesNothing ? .unchanged : .equal
    } else if isExhaustive {
      self = .different(expected: expected)
    } else if changesNothing {
      self = .unchanged
    } else {
      let differences = PartDifference.find(before: before, expected: expected, actual: value)
      self = differences.isEmpty ? .equalInPart(expected: expected) : .differentInPart(differences)
    }
  }
}

/// A part of a value that was expected to change, and is not as expected.
struct PartDifference {
  /// Its place in the value, such as `.rows[2].title`; empty for the value itself.
  let path: String
  /// The expected part; `nil` if it was expected to be removed.
  let expected: Any?
  /// The actual part; `nil` if it is absent.
  let actual: Any?

  /// Finds the parts that differ between `before` and `expected`, and again between `expected` and `actual`.
  ///
  /// It looks into the values as long as they have the same ``Parts``.
  static func find(before: Any?, expected: Any?, actual: Any?, path: String = "") -> [PartDifference] {
    guard !Parts.areEqual(before, expected), !Parts.areEqual(expected, actual) else { return [] }
    let whole = [PartDifference(path: path, expected: expected, actual: actual)]
    guard let before = Parts(of: before), let expected = Parts(of: expected), let actual = Parts(of: actual),
      before.shape == expected.shape, expected.shape == actual.shape
    else { return whole }
    let changed = expected.changes(from: before)
    // The difference may be in none of the visible parts.
    guard !changed.isEmpty else { return whole }
    return changed.flatMap { name in
      find(before: before.values[name], expected: expected.values[name], actual: actual.values[name], path: path + name)
    }
  }
}

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
  init?(of value: Any?) {
    guard let value, !(type(of: value) is AnyClass) else { return nil }
    let mirror = Mirror(reflecting: value)
    var kind = ""
    let parts: [(name: String, value: Any)]
    switch mirror.displayStyle {
    case .optional:
      parts = mirror.children.map { ("?", $0.value) }
      kind = parts.isEmpty ? "none" : "some"
    case .collection:
      guard let elements = value as? [Any] else { return nil }
      parts = elements.enumerated().map { ("[\($0.offset)]", $0.element) }
      kind = "\(elements.count)"
    case .dictionary:
      guard let elements = value as? [AnyHashable: Any] else { return nil }
      parts = elements.map { ("[\(String(reflecting: $0.key.base))]", $0.value) }.sorted { $0.0 < $1.0 }
    case .struct, .tuple, .enum:
      guard !(value is any CustomReflectable) else { return nil }
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

  /// Returns whether a value's type is one of Swift's or Foundation's, such as a duration or a decimal number.
  ///
  /// The properties of such a type are private: numbers with the same digits are not equal in part.
  private static func isOfSystem(_ value: Any) -> Bool {
    // Values that no operator compares are equal if their parts are.
    guard value is any Equatable else { return false }
    let module = String(reflecting: type(of: value)).prefix { $0 != "." }
    return ["Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization"].contains(module)
  }

  private static func name(of label: String) -> String {
    label.hasPrefix(".") ? label : ".\(label)"
  }

  /// Returns the names of the parts that differ from those of a value of the same shape, or that only one of both has.
  func changes(from other: Parts) -> [String] {
    let removed = other.names.filter { values[$0] == nil }
    return (names + removed).filter { !Self.areEqual(values[$0], other.values[$0]) }
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
