// The values of a scenario file, with the messages for invalid ones.
extension Decoder {
  /// The key of the value, or of the array that it is an element of; empty for the whole text.
  var name: String { codingPath.last { $0.intValue == nil }?.stringValue ?? "" }

  /// Makes the error of a problem with the value, from sentences that end with a full stop.
  func problem(_ reason: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
  }

  /// Makes the error of a problem with the value's key.
  func keyProblem(_ reason: String) -> DecodingError {
    var key = JSONKey(stringValue: name)
    key.isWrong = true
    return .dataCorrupted(DecodingError.Context(codingPath: codingPath.dropLast() + [key], debugDescription: reason))
  }

  // A message for a value of another kind begins with what is expected.
  private func reading<Value>(orElse expected: String, hint: String = "", _ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch DecodingError.typeMismatch(_, let context) {
      throw problem("\(expected), \(context.debugDescription).\(hint.isEmpty ? "" : " ")\(hint)")
    }
  }

  func string(orElse expected: String? = nil) throws -> String {
    try reading(orElse: expected ?? "'\(name)' must be a string") { try String(from: self) }
  }

  /// Decodes the name of one of some values.
  func named<Value>(among values: [Value], _ noun: String, _ name: (Value) -> String) throws -> Value {
    let text = try string()
    if let value = values.first(where: { name($0) == text }) { return value }
    throw problem("unknown \(noun) '\(text.printable)'. Known: \(values.map(name).phrase("and")).")
  }

  func time() throws -> Duration {
    let expected = "'\(name)' must be a time such as \"300ms\" or \"1.5s\""
    let text = try string(orElse: expected)
    let found = "\"\(text.printable)\""
    do throws(TimeText.Problem) {
      return try TimeText.parse(text)
    } catch {
      throw switch error {
      case .notATime: problem("\(expected), found \(found).")
      case .negative: problem("'\(name)' is negative: \(found). Times count from the beginning.")
      case .tooFine: problem("'\(name)' is finer than a nanosecond: \(found).")
      case .tooLong: problem("'\(name)' is longer than one hour: \(found).")
      }
    }
  }

  func integer(in range: ClosedRange<Int>) throws -> Int {
    let expected = "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    let number = try reading(orElse: expected) { try Double(from: self) }
    guard let integer = Int(exactly: number), range.contains(integer) else { throw problem("\(expected).") }
    return integer
  }

  /// Decodes a fraction, from 0 to 1.
  func fraction() throws -> Double {
    let expected = "'\(name)' must be a number from 0 to 1"
    let number = try reading(orElse: expected) { try Double(from: self) }
    guard (0...1).contains(number) else { throw problem("\(expected).") }
    return number
  }

  /// Decodes `true`, which stands for the key's meaning.
  func confirm<Meaning>(_ meaning: Meaning) throws -> Meaning {
    let expected = "'\(name)' must be true"
    guard try reading(orElse: expected, { try Bool(from: self) }) else { throw problem("\(expected), found false.") }
    return meaning
  }

  func elements(orElse expected: String) throws -> [any Decoder] {
    var elements = try reading(orElse: expected) { try unkeyedContainer() }
    var decoders: [any Decoder] = []
    while !elements.isAtEnd { decoders.append(try elements.superDecoder()) }
    return decoders
  }

  /// Decodes the members of an object; messages end with the hint, which is about its keys.
  func members(orElse expected: String, hint: String) throws -> JSONMembers {
    let values = try reading(orElse: expected, hint: hint) { try container(keyedBy: JSONKey.self) }
    return JSONMembers(values: values, hint: hint)
  }
}

/// The members of an object, in the order of the file.
struct JSONMembers {
  fileprivate let values: KeyedDecodingContainer<JSONKey>
  let hint: String

  var names: [String] { values.allKeys.map(\.stringValue) }

  subscript(name: String) -> (any Decoder)? {
    get throws {
      let key = JSONKey(stringValue: name)
      return values.contains(key) ? try values.superDecoder(forKey: key) : nil
    }
  }

  /// Decodes the members one after another, up to the first unknown key.
  func read<Key>(
    _ known: (String) -> Key?,
    noun: String = "key",
    _ read: (Key, any Decoder) throws -> Void
  ) throws {
    for key in values.allKeys {
      let value = try values.superDecoder(forKey: key)
      guard let meaning = known(key.stringValue) else {
        throw value.keyProblem("unknown \(noun) '\(key.stringValue.printable)'. \(hint)")
      }
      try read(meaning, value)
    }
  }
}
