/// A value of a JSON text, with the keys of objects in the order in which they are given; those without a value are left
/// out.
package enum JSONText: Sendable {
  case object(KeyValuePairs<String, JSONText?>)
  case array([JSONText])
  case string(String)
  case number(UInt64)
  case integer(Int64)
  case bool(Bool)

  /// The text, in one line.
  package var text: String {
    switch self {
    case .object(let members):
      let texts = members.compactMap { member in member.value.map { "\(Self.quoted(member.key)):\($0.text)" } }
      return "{\(texts.joined(separator: ","))}"
    case .array(let elements): return "[\(elements.map(\.text).joined(separator: ","))]"
    case .string(let text): return Self.quoted(text)
    case .number(let number): return "\(number)"
    case .integer(let number): return "\(number)"
    case .bool(let value): return "\(value)"
    }
  }

  private static func quoted(_ text: String) -> String {
    // Most texts stand as they are. The ends of a line in JavaScript begin with 0xE2.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0xE2 }
    guard !isPlain else { return "\"\(text)\"" }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      // Also the two that end a line in JavaScript.
      case "\0"..<" ", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
