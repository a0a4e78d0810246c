/// A JSON value to be written, whose members keep their order.
enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  /// A time in milliseconds, exact to the nanosecond.
  case milliseconds(Duration)
  case string(String)
  case array([JSONValue])
  /// Members in order; keys are unique.
  case object([Member])

  struct Member: Equatable, Sendable {
    let key: String
    let value: JSONValue
  }

  /// Where a JSON text is to stand, which says what has to be escaped beyond JSON's own rules.
  enum Place: Sendable {
    /// A file or a stream of its own.
    case document
    /// A `script` element of an HTML page: no `<` may stand in it, because `</script` would end it and `<!--` change it.
    case page
  }

  /// The value as text in UTF-8, indented by two spaces, without a line feed at its end.
  ///
  /// Arrays and objects that hold single values alone stand on one line, so that a line is one thing of the report.
  func text(for place: Place = .document) -> String {
    var text = ""
    write(to: &text, indent: "", place)
    return text
  }

  private func write(to text: inout String, indent: String, _ place: Place) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += String(value)
    case .milliseconds(let time): text += Self.milliseconds(time)
    case .string(let value): Self.write(value, to: &text, place)
    case .array(let values):
      write(values.map { (nil, $0) }, in: ("[", "]"), to: &text, indent: indent, place)
    case .object(let members):
      write(members.map { ($0.key, $0.value) }, in: ("{", "}"), to: &text, indent: indent, place)
    }
  }

  private func write(
    _ members: [(key: String?, value: JSONValue)],
    in brackets: (String, String),
    to text: inout String,
    indent: String,
    _ place: Place
  ) {
    let isOnOneLine = members.allSatisfy { $0.value.isSingle }
    let inner = indent + "  "
    text += brackets.0
    for (index, member) in members.enumerated() {
      if index > 0 { text += isOnOneLine ? ", " : "," }
      if !isOnOneLine { text += "\n" + inner }
      if let key = member.key {
        Self.write(key, to: &text, place)
        text += ": "
      }
      member.value.write(to: &text, indent: inner, place)
    }
    if !isOnOneLine { text += "\n" + indent }
    text += brackets.1
  }

  /// Whether the value holds no other.
  private var isSingle: Bool {
    switch self {
    case .null, .bool, .integer, .number, .milliseconds, .string: true
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    }
  }

  /// By hand, because the description of a floating-point number has an exponent where the number is small.
  private static func milliseconds(_ time: Duration) -> String {
    let nanoseconds = time.wholeNanoseconds
    var digits = String(nanoseconds.magnitude)
    digits = String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    var fraction = digits.suffix(6)
    while fraction.last == "0" { fraction.removeLast() }
    let whole = (nanoseconds < 0 ? "-" : "") + digits.dropLast(6)
    return fraction.isEmpty ? whole : "\(whole).\(fraction)"
  }

  private static func write(_ string: String, to text: inout String, _ place: Place) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "<" where place == .page, "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
