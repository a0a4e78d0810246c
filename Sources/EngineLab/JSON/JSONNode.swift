import Foundation

/// A value of a JSON text that knows its place, from which scenario files are read.
///
/// A decoder of Foundation's tells neither the order of keys nor lines, and lets the later of two equal keys win in
/// silence; of a scenario file the first mistake is told, with its line.
struct JSONNode: Sendable {
  struct Member: Sendable {
    /// The key, as a value of its own.
    let key: JSONNode
    let value: JSONNode

    var name: String { value.name }
  }

  indirect enum Content: Sendable {
    /// An object, with all members in the order of the file, equal keys included.
    case object([Member])
    case array([JSONNode])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  let content: Content
  /// The key beside which the value stands, or the array that it is an element of; empty for the whole text.
  let name: String
  let place: Int
  let text: JSONText
}

extension JSONNode {
  /// Reads the contents of a file: one value in UTF-8, with or without a byte order mark, whatever its line ends.
  init(_ data: Data, file: String) throws { self = try JSONParser.parse(JSONText(data, file: file)) }

  /// Makes the error of a problem with this value, from sentences that end with a full stop.
  func problem(_ reason: String) -> LabError { text.error(at: place, reason) }

  private func mismatch(_ expected: String, hint: String = "") -> LabError {
    let kind =
      switch content {
      case .object: "an object"
      case .array: "an array"
      case .string: "a string"
      case .number: "a number"
      case .bool(let value): "\(value)"
      case .null: "null"
      }
    return problem("\(expected), found \(kind).\(hint.isEmpty ? "" : " ")\(hint)")
  }
}

// What a scenario file can have, with the messages for what it cannot.
extension JSONNode {
  // A message for a value of another kind begins with what is expected.
  func string(orElse expected: String? = nil) throws(LabError) -> String {
    guard case .string(let string) = content else { throw mismatch(expected ?? "'\(name)' must be a string") }
    return string
  }

  /// Reads the name of one of some values.
  func named<Value>(among values: [Value], _ noun: String, _ name: (Value) -> String) throws(LabError) -> Value {
    let text = try string()
    if let value = values.first(where: { name($0) == text }) { return value }
    throw problem("unknown \(noun) '\(text.printable)'. Known: \(values.map(name).phrase("and")).")
  }

  func time() throws(LabError) -> Duration {
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

  func integer(in range: ClosedRange<Int>) throws(LabError) -> Int {
    let expected = "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard case .number(let number) = content else { throw mismatch(expected) }
    guard let integer = Int(exactly: number), range.contains(integer) else { throw problem("\(expected).") }
    return integer
  }

  /// Reads a part of a whole, from 0 to 1.
  func fraction() throws(LabError) -> Double {
    let expected = "'\(name)' must be a number from 0 to 1"
    guard case .number(let number) = content else { throw mismatch(expected) }
    guard (0...1).contains(number) else { throw problem("\(expected).") }
    return number
  }

  /// Reads `true`, which stands for what the key says.
  func confirm<Meaning>(_ meaning: Meaning) throws(LabError) -> Meaning {
    guard case .bool(true) = content else { throw mismatch("'\(name)' must be true") }
    return meaning
  }

  func elements(orElse expected: String) throws(LabError) -> [JSONNode] {
    guard case .array(let elements) = content else { throw mismatch(expected) }
    return elements
  }

  /// Reads the members of an object; messages end with the hint, which is about its keys.
  func members(orElse expected: String, hint: String) throws(LabError) -> JSONMembers {
    guard case .object(let members) = content else { throw mismatch(expected, hint: hint) }
    return JSONMembers(all: members, hint: hint)
  }
}

/// The members of an object, in the order of the file.
struct JSONMembers {
  let all: [JSONNode.Member]
  let hint: String

  /// The keys, the repeated ones as often as they are given.
  var names: [String] { all.map(\.name) }

  /// The value of a key, the first of equal ones.
  subscript(_ name: String) -> JSONNode? { all.first { $0.name == name }?.value }

  /// Reads the members one after another, up to the first whose key has no meaning or is repeated.
  func read<Key>(
    _ known: (String) -> Key?,
    noun: String = "key",
    _ read: (Key, JSONNode.Member) throws -> Void
  ) throws {
    var names: Set<String> = []
    for member in all {
      guard let meaning = known(member.name) else {
        throw member.key.problem("unknown \(noun) '\(member.name.printable)'. \(hint)")
      }
      guard names.insert(member.name).inserted else { throw member.key.problem("'\(member.name)' is given twice.") }
      try read(meaning, member)
    }
  }
}

extension JSONNode: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch content {
    case .object(let members): try JSONObject(members.map { ($0.name, $0.value) }).encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .string(let string): try string.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .bool(let bool): try bool.encode(to: encoder)
    case .null: try Bool?.none.encode(to: encoder)
    }
  }
}
