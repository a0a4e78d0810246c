import Foundation
import OrderedCollections

/// The bytes of a JSON text, with the name of its file for messages.
struct JSONText: Sendable {
  let bytes: [UInt8]
  private let file: String

  init(_ data: Data, file: String) {
    bytes = Array(data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
    self.file = file
  }

  /// Makes an error at a place; `\n`, `\r\n` and a lone `\r` each end a line.
  func error(at place: Int? = nil, _ reason: String) -> LabError {
    let before = String(decoding: bytes[..<(place ?? 0)], as: UTF8.self)
    let ends = before.count { ["\n", "\r\n", "\r"].contains($0) }
    return LabError(subject: file, line: place.map { _ in ends + 1 }, reason: reason)
  }

  /// The place of the first byte that is not UTF-8 text, a NUL or a byte of a broken sequence; nil for text.
  var firstBinaryByte: Int? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator), scalar != "\0" { offset += UTF8.width(scalar) }
    return offset < bytes.count ? offset : nil
  }
}

/// Counts the lines up to values that come one after another, without counting any line twice.
struct LineCounter {
  private var place = 0
  private var line = 1

  /// Returns the line of a later value of the same text, counted from 1; nil if it is from none.
  mutating func line(of decoder: any Decoder) -> Int? {
    guard let node = (decoder as? JSONNodeDecoder)?.node else { return nil }
    let text = node.text.bytes
    for index in place..<node.place {
      // "\r\n" is one end of a line.
      let isEnd =
        text[index] == UInt8(ascii: "\n") || text[index] == UInt8(ascii: "\r") && text[index + 1] != UInt8(ascii: "\n")
      if isEnd { line += 1 }
    }
    place = max(place, node.place)
    return line
  }
}

/// A parser of JSON texts into nodes with their places.
///
/// Foundation interprets numbers and the escapes in strings. A comma may follow the last element.
struct JSONParser {
  /// A nesting far above that of any scenario.
  private static let maximumDepth = 512

  private static let words = ["true": JSONNode.Content.bool(true), "false": .bool(false), "null": .null]

  private let text: JSONText
  /// The bytes that have not been read, with the indices of the text.
  private var rest: ArraySlice<UInt8>
  private var depth = 0

  private var place: Int { rest.startIndex }

  /// Parses the one value of a text, up to the first place that is not JSON in UTF-8.
  static func parse(_ text: JSONText) throws -> JSONNode {
    if text.bytes.allSatisfy(isSpace) { throw text.error("the file is empty.") }
    if let place = text.firstBinaryByte {
      throw text.error(at: place, "the file is not UTF-8 text but binary data.")
    }
    var parser = JSONParser(text: text, rest: text.bytes[...])
    let node = try parser.value()
    guard parser.rest.allSatisfy(isSpace) else {
      _ = try parser.next()
      throw parser.unexpected(at: parser.place)
    }
    return node
  }

  private mutating func value() throws -> JSONNode {
    let first = try next()
    let start = place
    let content: JSONNode.Content =
      switch first {
      case "{": .object(try members())
      case "[": .array(try elements())
      case "\"": .string(try string())
      default: try word()
      }
    return JSONNode(content: content, place: start, text: text)
  }

  private mutating func members() throws -> OrderedDictionary<String, JSONNode> {
    var members: OrderedDictionary<String, JSONNode> = [:]
    try readParts(until: "}") { parser in
      let start = parser.place
      let name = try parser.string()
      if members[name] != nil { throw parser.text.error(at: start, "'\(name.printable)' is given twice.") }
      guard try parser.next() == ":" else { throw parser.unexpected(at: parser.place) }
      parser.rest.removeFirst()
      members[name] = try parser.value()
      members[name]?.keyPlace = start
    }
    return members
  }

  private mutating func elements() throws -> [JSONNode] {
    var elements: [JSONNode] = []
    try readParts(until: "]") { elements.append(try $0.value()) }
    return elements
  }

  /// Parses the parts between brackets, up to the closing one.
  private mutating func readParts(
    until bracket: Unicode.Scalar,
    _ read: (inout JSONParser) throws -> Void
  ) throws {
    if depth == Self.maximumDepth { throw text.error(at: place, "not valid JSON: nested too deeply.") }
    depth += 1
    rest.removeFirst()
    while try next() != bracket {
      try read(&self)
      switch try next() {
      case ",": rest.removeFirst()
      case bracket: break
      default: throw unexpected(at: place)
      }
    }
    rest.removeFirst()
    depth -= 1
  }

  private mutating func string() throws -> String {
    let start = place
    guard try peek() == "\"" else { throw unexpected(at: place) }
    repeat {
      rest = rest.dropFirst(try peek() == "\\" ? 2 : 1)
      if try peek() < " " { throw unexpected(at: place) }
    } while try peek() != "\""
    rest.removeFirst()
    return try decode(String.self, from: start)
  }

  private mutating func word() throws -> JSONNode.Content {
    let start = place
    let word = String(decoding: rest.prefix(while: Self.isPartOfWord), as: UTF8.self)
    rest = rest.dropFirst(word.utf8.count)
    if let content = Self.words[word] { return content }
    let isCut = rest.isEmpty && !word.isEmpty && Self.words.keys.contains { $0.hasPrefix(word) }
    if isCut { throw ending() }
    return .number(try decode(Double.self, from: start))
  }

  /// Decodes the text between a place and this one with Foundation.
  private func decode<Value: Decodable>(_ type: Value.Type, from start: Int) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.bytes[start..<place]))
    } catch {
      throw unexpected(at: start)
    }
  }

  /// Returns the next byte, which is a scalar of its own in ASCII, without reading it.
  private func peek() throws -> Unicode.Scalar {
    guard let byte = rest.first else { throw ending() }
    return Unicode.Scalar(byte)
  }

  private mutating func next() throws -> Unicode.Scalar {
    rest = rest.drop(while: Self.isSpace)
    return try peek()
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \n\r\t".utf8.contains(byte) }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
  }

  private func ending() -> LabError {
    let last = text.bytes.lastIndex { !Self.isSpace($0) }
    return text.error(at: last, "not valid JSON: the text ends inside a value.")
  }

  private func unexpected(at place: Int) -> LabError {
    let line = text.bytes[place...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    // Cut by characters, not bytes, so that the excerpt stays text.
    let excerpt = String(decoding: line, as: UTF8.self).prefix(20)
    let found = excerpt.isEmpty ? "at the end of the line" : "near '\(excerpt.printable)'"
    return text.error(at: place, "not valid JSON \(found).")
  }
}
