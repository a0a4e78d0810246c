import Foundation

/// The bytes of a JSON text, with the name of its file for messages.
struct JSONText: Sendable {
  let bytes: [UInt8]
  private let file: String

  /// Takes the contents of a file, without a byte order mark.
  init(_ data: Data, file: String) {
    bytes = Array(data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
    self.file = file
  }

  /// Makes an error at a place; `\n`, `\r\n` and a lone `\r` each end a line.
  func error(at place: Int? = nil, _ reason: String) -> LabError {
    LabError(subject: file, line: place.map { 1 + bytes[..<$0].indices.count(where: isLineEnd) }, reason: reason)
  }

  /// The place of the first byte that no UTF-8 text holds, a NUL or a byte of a broken sequence; nil for text.
  var firstBinaryByte: Int? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator), scalar != "\0" { offset += UTF8.width(scalar) }
    return offset < bytes.count ? offset : nil
  }

  private func isLineEnd(_ index: Int) -> Bool {
    let isBeforeLineFeed = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
    return bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r") && !isBeforeLineFeed
  }
}

/// Reads a JSON text into nodes that know their places.
///
/// The meaning of a number or an escape in a string is left to Foundation. A comma may follow the last element.
struct JSONParser {
  /// The nesting that no scenario comes near.
  private static let maximumDepth = 512

  private let text: JSONText
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  /// Reads the one value of a text.
  ///
  /// - Throws: A ``LabError`` at the first place at which the text stops being JSON in UTF-8.
  static func parse(_ text: JSONText) throws(LabError) -> JSONNode {
    if text.bytes.allSatisfy(isSpace) { throw text.error("the file is empty.") }
    if let place = text.firstBinaryByte {
      throw text.error(at: place, "the file is not UTF-8 text but binary data.")
    }
    var parser = JSONParser(text: text, bytes: text.bytes)
    let node = try parser.value(named: "")
    parser.skipSpace()
    if parser.place < text.bytes.count { throw parser.unexpected(at: parser.place) }
    return node
  }

  // MARK: Values

  private mutating func value(named name: String) throws(LabError) -> JSONNode {
    skipSpace()
    let start = place
    let content: JSONNode.Content =
      switch try peek() {
      case UInt8(ascii: "{"): .object(try members())
      case UInt8(ascii: "["): .array(try elements(named: name))
      case UInt8(ascii: "\""): .string(try string())
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number(try number())
      default: try literal()
      }
    return JSONNode(content, name: name, place: start, in: text)
  }

  private mutating func members() throws(LabError) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    try open()
    while try !close(with: UInt8(ascii: "}"), isFirst: members.isEmpty) {
      let start = place
      let name = try string()
      let key = JSONNode(.string(name), name: name, place: start, in: text)
      skipSpace()
      guard try peek() == UInt8(ascii: ":") else { throw unexpected(at: place) }
      place += 1
      members.append(JSONNode.Member(key: key, value: try value(named: name)))
    }
    return members
  }

  private mutating func elements(named name: String) throws(LabError) -> [JSONNode] {
    var elements: [JSONNode] = []
    try open()
    while try !close(with: UInt8(ascii: "]"), isFirst: elements.isEmpty) {
      elements.append(try value(named: name))
    }
    return elements
  }

  private mutating func string() throws(LabError) -> String {
    let start = place
    guard try peek() == UInt8(ascii: "\"") else { throw unexpected(at: place) }
    place += 1
    while try peek() != UInt8(ascii: "\"") {
      if bytes[place] < 0x20 { throw unexpected(at: place) }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    place += 1
    return try decode(String.self, from: start)
  }

  private mutating func number() throws(LabError) -> Double {
    let start = place
    place += bytes[place...].prefix(while: Self.isPartOfWord).count
    return try decode(Double.self, from: start)
  }

  private mutating func literal() throws(LabError) -> JSONNode.Content {
    let word = String(decoding: bytes[place...].prefix(while: Self.isPartOfWord), as: UTF8.self)
    let isCut = !word.isEmpty && place + word.utf8.count == bytes.count
    let words: KeyValuePairs = ["true": JSONNode.Content.bool(true), "false": .bool(false), "null": .null]
    guard let (_, content) = words.first(where: { $0.key == word }) else {
      throw isCut && words.contains { $0.key.hasPrefix(word) } ? ending() : unexpected(at: place)
    }
    place += word.utf8.count
    return content
  }

  /// Decodes the text between a place and this one by Foundation.
  private func decode<Value: Decodable>(_ type: Value.Type, from start: Int) throws(LabError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes[start..<place]))
    } catch {
      throw unexpected(at: start)
    }
  }

  // MARK: Places

  private mutating func open() throws(LabError) {
    if depth == Self.maximumDepth { throw text.error(at: place, "not valid JSON: nested too deeply.") }
    depth += 1
    place += 1
  }

  /// Moves over the closing bracket, or over the comma before the next part.
  private mutating func close(with bracket: UInt8, isFirst: Bool) throws(LabError) -> Bool {
    skipSpace()
    if !isFirst, try peek() == UInt8(ascii: ",") {
      place += 1
      skipSpace()
    } else if !isFirst, try peek() != bracket {
      throw unexpected(at: place)
    }
    guard try peek() == bracket else { return false }
    place += 1
    depth -= 1
    return true
  }

  private func peek() throws(LabError) -> UInt8 {
    guard place < bytes.count else { throw ending() }
    return bytes[place]
  }

  private mutating func skipSpace() {
    place += bytes[place...].prefix(while: Self.isSpace).count
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \n\r\t".utf8.contains(byte) }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
  }

  // MARK: Problems

  private func ending() -> LabError {
    let last = bytes.lastIndex { !Self.isSpace($0) }
    return text.error(at: last, "not valid JSON: the text ends inside a value.")
  }

  private func unexpected(at place: Int) -> LabError {
    let line = bytes[place...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    // Cut by characters, not bytes, so that the excerpt stays text.
    let excerpt = String(decoding: line, as: UTF8.self).prefix(20)
    let found = excerpt.isEmpty ? "at the end of the line" : "near '\(excerpt.printable)'"
    return text.error(at: place, "not valid JSON \(found).")
  }
}
