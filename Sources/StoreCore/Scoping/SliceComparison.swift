/// The rule for what counts as a change of a part of a state.
struct SliceComparison<Value> {
  let areEqual: @MainActor (Value, Value) -> Bool
  /// Whether equal values have equal parts.
  let coversParts: Bool

  /// A comparison that a user gives, who may leave parts out.
  init(by areEqual: @escaping @MainActor (Value, Value) -> Bool) {
    self.areEqual = areEqual
    coversParts = false
  }

  init() where Value: Equatable {
    areEqual = { $0 == $1 }
    coversParts = true
  }
}
