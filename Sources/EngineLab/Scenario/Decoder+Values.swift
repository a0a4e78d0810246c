/// The values that a scenario file can have, with the messages for those that it cannot.
extension Decoder {
  /// A problem with the value that is being decoded.
  func problem(_ reason: String) -> ReadingProblem {
    ReadingProblem(reason: reason, place: (self as? NodeDecoder)?.node.place ?? 0)
  }

  /// Reads a string.
  func string() throws -> String {
    try string(orElse: "'\(key)' must be a string")
  }

  /// Reads a string; a message for something else begins with what is expected.
  func string(orElse expected: String) throws -> String {
    try value(String.self, orElse: expected)
  }

  /// Reads a time.
  func time() throws -> Duration {
    let example = "a time such as \"300ms\" or \"1.5s\""
    let text = try value(String.self, orElse: "'\(key)' must be \(example)")
    do throws(TimeText.Problem) {
      return try TimeText.parse(text)
    } catch let reason {
      let found = "\"\(text.printable)\""
      throw switch reason {
      case .notATime: problem("'\(key)' must be \(example), found \(found).")
      case .negative: problem("'\(key)' is negative: \(found). Times count from the beginning.")
      case .tooFine: problem("'\(key)' is finer than a nanosecond: \(found).")
      case .tooLong: problem("'\(key)' is longer than one hour: \(found).")
      }
    }
  }

  /// Reads a whole number.
  func integer(in range: ClosedRange<Int>) throws -> Int {
    let expected = "'\(key)' must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    let integer = try value(Int.self, orElse: expected)
    guard range.contains(integer) else { throw problem("\(expected).") }
    return integer
  }

  /// Reads a part of a whole, from 0 to 1.
  func fraction() throws -> Double {
    let expected = "'\(key)' must be a number from 0 to 1"
    let number = try value(Double.self, orElse: expected)
    guard (0...1).contains(number) else { throw problem("\(expected).") }
    return number
  }

  /// Reads `true`, which stands for doing what the key says.
  func confirm() throws {
    let expected = "'\(key)' must be true"
    guard try value(Bool.self, orElse: expected) else { throw problem("\(expected), found false.") }
  }

  /// Opens the elements of an array; a message for something else begins with what is expected.
  func elements(orElse expected: String) throws -> [any Decoder] {
    do {
      var container = try unkeyedContainer()
      var elements: [any Decoder] = []
      while !container.isAtEnd { elements.append(try container.superDecoder()) }
      return elements
    } catch DecodingError.typeMismatch(_, let context) {
      throw problem("\(expected), found \(context.debugDescription).")
    }
  }

  private var key: String { codingPath.last?.stringValue ?? "" }

  private func value<Value: Decodable>(_ type: Value.Type, orElse expected: String) throws -> Value {
    do {
      return try singleValueContainer().decode(type)
    } catch DecodingError.typeMismatch(_, let context) {
      throw problem("\(expected), found \(context.debugDescription).")
    } catch DecodingError.dataCorrupted {
      throw problem("\(expected).")
    }
  }
}

/// The members of an object that is being decoded, in the order of the file.
///
/// They are read in that order, so that of several problems the first in the file is told.
struct DecodedMembers {
  typealias Member = (key: MemberKey, value: any Decoder)

  private let container: KeyedDecodingContainer<MemberKey>
  private let keys: [MemberKey]
  private let hint: String

  /// Opens an object.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the object.
  ///   - expected: What a message says that is expected here.
  ///   - hint: What messages say of the object's keys.
  /// - Throws: A ``ReadingProblem`` for something else.
  init(of decoder: any Decoder, orElse expected: String, hint: String) throws {
    self.hint = hint
    do {
      container = try decoder.container(keyedBy: MemberKey.self)
      keys = container.allKeys
    } catch DecodingError.typeMismatch(_, let context) {
      throw decoder.problem("\(expected), found \(context.debugDescription). \(hint)")
    }
  }

  /// The keys, the repeated ones as often as they are given.
  var names: [String] { keys.map(\.stringValue) }

  /// The value of a key, the first of equal ones.
  subscript(_ name: String) -> (any Decoder)? {
    keys.first { $0.stringValue == name }.flatMap { try? container.superDecoder(forKey: $0) }
  }

  /// Reads the members one after another, up to the first that is unknown or repeated.
  ///
  /// - Parameters:
  ///   - known: The meaning of a key, nil for one that is not known.
  ///   - noun: What messages call a key that is not known.
  ///   - read: Reads a member.
  /// - Throws: A ``ReadingProblem``.
  func read<Key>(
    _ known: (String) -> Key?,
    noun: String = "key",
    _ read: (Key, Member) throws -> Void
  ) throws {
    var names: Set<String> = []
    for key in keys {
      let name = key.stringValue
      guard let meaning = known(name) else {
        throw key.problem("unknown \(noun) '\(name.printable)'. \(hint)")
      }
      guard names.insert(name).inserted else { throw key.problem("'\(name)' is given twice.") }
      try read(meaning, (key, try container.superDecoder(forKey: key)))
    }
  }
}
