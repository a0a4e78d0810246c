/// Whether what was observed is what the test expects.
enum Comparison<Value: Equatable> {
  /// It is.
  case equal
  /// The expected changes were made, and others that nobody asserts; only where not everything has to be.
  case equalInPart(expected: Value)
  /// It is not.
  case different(expected: Value)

  /// Compares a value with what `change` makes of the one before.
  ///
  /// Where not everything has to be asserted, `change` may also be applied to the value itself: it is as expected
  /// where that changes nothing.
  init(
    of value: Value,
    after before: Value,
    isExhaustive: Bool,
    change: (inout Value) throws -> Void
  ) rethrows {
    var expected = before
    try change(&expected)
    guard expected != value else {
      self = .equal
      return
    }
    guard !isExhaustive else {
      self = .different(expected: expected)
      return
    }
    var changed = value
    try change(&changed)
    self = changed == value ? .equalInPart(expected: expected) : .different(expected: changed)
  }
}
