/// Whether what was observed is what the test expects.
enum Comparison<Value: Equatable> {
  /// It is.
  case equal
  /// The expected changes were made, and others that no step asserts; only where not everything has to be.
  case equalInPart(expected: Value)
  /// It is not.
  case different(expected: Value)
  /// Parts are not, which the test expects to change; only where not everything has to be asserted.
  case differentInPart([PartDifference])
  /// A change is expected that changes nothing.
  case unchanged

  /// Compares a value with what `change` makes of the one before; without it nothing is expected to change.
  ///
  /// Where not everything has to be asserted, the parts alone are compared that `change` has changed.
  init(of value: Value, after before: Value, isExhaustive: Bool, change: ((inout Value) throws -> Void)?) throws {
    var expected = before
    try change?(&expected)
    let changesNothing = change != nil && expected == before
    if expected == value {
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
