/// A JSON value to be written, whose members keep their order.
package enum JSONValue: Equatable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A time in milliseconds, exact to the nanosecond.
  case milliseconds(Duration)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members in order; keys are unique.
  case object([(key: String, value: JSONValue)])

  /// The value, or `null` for nothing.
  package static func optional<Value>(_ value: Value?, _ make: (Value) -> JSONValue) -> JSONValue {
    value.map(make) ?? .null
  }

  /// Whether both are written the same.
  package static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
    lhs.text() == rhs.text()
  }
}
