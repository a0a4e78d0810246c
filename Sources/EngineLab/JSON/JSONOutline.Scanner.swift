extension JSONOutline {
  /// Finds where values begin and end.
  ///
  /// It is a locator and no judge: it reads only as much of the grammar as it takes to tell values apart, and leaves
  /// the inside of strings and numbers to Foundation. Like Foundation, it allows a comma after the last element.
  package struct Scanner {
    /// The nesting at which Foundation gives up, too.
    private static let maximumDepth = 512

    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0

    /// The numbers and strings found so far, keys included, in the order of the text.
    package private(set) var scalars: [Range<Int>] = []

    /// Creates a scanner at the beginning of a text.
    package init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    /// Reads the one value of the text.
    ///
    /// - Returns: The outline of the whole text.
    /// - Throws: The first place at which the text stops looking like JSON.
    package mutating func scan() throws(Stop) -> JSONOutline {
      let outline = try value()
      skipSpace()
      if offset < bytes.count { throw .unexpected(offset) }
      return outline
    }

    private mutating func value() throws(Stop) -> JSONOutline {
      skipSpace()
      let start = offset
      let content: Content
      switch try peek() {
      case UInt8(ascii: "{"):
        content = .object(try members())
      case UInt8(ascii: "["):
        content = .array(try elements())
      case UInt8(ascii: "\""):
        _ = try string()
        content = .string
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        number()
        content = .number
      default:
        content = try literal()
      }
      return JSONOutline(content: content, range: start..<offset)
    }

    private mutating func members() throws(Stop) -> [Member] {
      var members: [Member] = []
      try open()
      while try !close(with: UInt8(ascii: "}"), isFirst: members.isEmpty) {
        let key = try string()
        skipSpace()
        guard try peek() == UInt8(ascii: ":") else { throw .unexpected(offset) }
        offset += 1
        members.append(Member(key: key, value: try value()))
      }
      return members
    }

    private mutating func elements() throws(Stop) -> [JSONOutline] {
      var elements: [JSONOutline] = []
      try open()
      while try !close(with: UInt8(ascii: "]"), isFirst: elements.isEmpty) {
        elements.append(try value())
      }
      return elements
    }

    private mutating func open() throws(Stop) {
      if depth == Self.maximumDepth { throw .tooDeep(offset) }
      depth += 1
      offset += 1
    }

    /// Moves over the closing bracket, or over the comma before the next part.
    private mutating func close(with bracket: UInt8, isFirst: Bool) throws(Stop) -> Bool {
      skipSpace()
      if !isFirst, try peek() == UInt8(ascii: ",") {
        offset += 1
        skipSpace()
      } else if !isFirst, try peek() != bracket {
        throw .unexpected(offset)
      }
      guard try peek() == bracket else { return false }
      offset += 1
      depth -= 1
      return true
    }

    private mutating func string() throws(Stop) -> Range<Int> {
      let start = offset
      guard try peek() == UInt8(ascii: "\"") else { throw .unexpected(offset) }
      offset += 1
      while try peek() != UInt8(ascii: "\"") {
        if bytes[offset] < 0x20 { throw .unexpected(offset) }
        offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
      }
      offset += 1
      scalars.append(start..<offset)
      return start..<offset
    }

    private mutating func number() {
      let start = offset
      while offset < bytes.count, Self.isPartOfWord(bytes[offset]) { offset += 1 }
      scalars.append(start..<offset)
    }

    private mutating func literal() throws(Stop) -> Content {
      let rest = bytes[offset...]
      for (name, content) in [("true", Content.true), ("false", .false), ("null", .null)] {
        let word = rest.prefix(while: Self.isPartOfWord)
        if word.elementsEqual(name.utf8) {
          offset += word.count
          return content
        }
        if word.count == rest.count, !word.isEmpty, name.utf8.starts(with: word) { throw .end }
      }
      throw .unexpected(offset)
    }

    private func peek() throws(Stop) -> UInt8 {
      guard offset < bytes.count else { throw .end }
      return bytes[offset]
    }

    private mutating func skipSpace() {
      while offset < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
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
}
