import Foundation

/// A value of a JSON text, with its place; the members of an object keep the order of the file.
struct JSONNode: Equatable, Sendable {
  /// A key of an object and its value.
  struct Member: Equatable, Sendable {
    let name: String
    /// The place of the key, in bytes.
    let place: Int
    let value: JSONNode
  }

  /// The kind of a value, and its parts.
  indirect enum Content: Equatable, Sendable {
    /// An object, with all members, equal keys included.
    case object([Member])
    case array([JSONNode])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  let content: Content
  /// Where the value begins, in bytes.
  let place: Int

  /// The kind as messages name it, with its article.
  var kind: String {
    switch content {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool(let value): "\(value)"
    case .null: "null"
    }
  }
}

/// Reads a JSON text into nodes that know their places.
///
/// Foundation's parser keeps neither the order of keys nor their places, and lets the later of two equal keys win in
/// silence. What a number or an escape in a string means is left to Foundation. A comma may follow the last element.
struct JSONParser {
  /// Where a text stops being JSON.
  enum Stop: Error, Equatable {
    /// The text ends inside a value.
    case end
    /// What stands at this place fits nowhere.
    case unexpected(Int)
    /// The bracket at this place nests too deeply.
    case tooDeep(Int)
  }

  /// The nesting that no scenario comes near.
  private static let maximumDepth = 512

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  /// Creates a parser at the beginning of a text in UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the one value of the text.
  ///
  /// - Throws: The first place at which the text stops being JSON.
  mutating func parse() throws(Stop) -> JSONNode {
    let node = try value()
    skipSpace()
    if place < bytes.count { throw .unexpected(place) }
    return node
  }

  // MARK: Values

  private mutating func value() throws(Stop) -> JSONNode {
    skipSpace()
    let start = place
    let content: JSONNode.Content =
      switch try peek() {
      case UInt8(ascii: "{"): .object(try members())
      case UInt8(ascii: "["): .array(try elements())
      case UInt8(ascii: "\""): .string(try string())
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number(try number())
      default: try literal()
      }
    return JSONNode(content: content, place: start)
  }

  private mutating func members() throws(Stop) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    try open()
    while try !close(with: UInt8(ascii: "}"), isFirst: members.isEmpty) {
      let start = place
      let name = try string()
      skipSpace()
      guard try peek() == UInt8(ascii: ":") else { throw .unexpected(place) }
      place += 1
      members.append(JSONNode.Member(name: name, place: start, value: try value()))
    }
    return members
  }

  private mutating func elements() throws(Stop) -> [JSONNode] {
    var elements: [JSONNode] = []
    try open()
    while try !close(with: UInt8(ascii: "]"), isFirst: elements.isEmpty) {
      elements.append(try value())
    }
    return elements
  }

  private mutating func string() throws(Stop) -> String {
    let start = place
    guard try peek() == UInt8(ascii: "\"") else { throw .unexpected(place) }
    place += 1
    var hasEscapes = false
    while try peek() != UInt8(ascii: "\"") {
      if bytes[place] < 0x20 { throw .unexpected(place) }
      let isEscape = bytes[place] == UInt8(ascii: "\\")
      hasEscapes = hasEscapes || isEscape
      place += isEscape ? 2 : 1
    }
    place += 1
    if !hasEscapes { return String(decoding: bytes[(start + 1)..<(place - 1)], as: UTF8.self) }
    return try decode(String.self, from: start)
  }

  private mutating func number() throws(Stop) -> Double {
    let start = place
    while place < bytes.count, Self.isPartOfWord(bytes[place]) { place += 1 }
    return try decode(Double.self, from: start)
  }

  private mutating func literal() throws(Stop) -> JSONNode.Content {
    let rest = bytes[place...]
    let word = rest.prefix(while: Self.isPartOfWord)
    for (name, content) in [("true", JSONNode.Content.bool(true)), ("false", .bool(false)), ("null", .null)] {
      if word.elementsEqual(name.utf8) {
        place += word.count
        return content
      }
      if word.count == rest.count, !word.isEmpty, name.utf8.starts(with: word) { throw .end }
    }
    throw .unexpected(place)
  }

  /// What the text between a place and this one means to Foundation.
  private func decode<Value: Decodable>(_ type: Value.Type, from start: Int) throws(Stop) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes[start..<place]))
    } catch {
      throw .unexpected(start)
    }
  }

  // MARK: Places

  private mutating func open() throws(Stop) {
    if depth == Self.maximumDepth { throw .tooDeep(place) }
    depth += 1
    place += 1
  }

  /// Moves over the closing bracket, or over the comma before the next part.
  private mutating func close(with bracket: UInt8, isFirst: Bool) throws(Stop) -> Bool {
    skipSpace()
    if !isFirst, try peek() == UInt8(ascii: ",") {
      place += 1
      skipSpace()
    } else if !isFirst, try peek() != bracket {
      throw .unexpected(place)
    }
    guard try peek() == bracket else { return false }
    place += 1
    depth -= 1
    return true
  }

  private func peek() throws(Stop) -> UInt8 {
    guard place < bytes.count else { throw .end }
    return bytes[place]
  }

  private mutating func skipSpace() {
    while place < bytes.count, JSONText.isSpace(bytes[place]) { place += 1 }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default:
      false
    }
  }
}
