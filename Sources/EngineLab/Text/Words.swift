extension StringProtocol {
  /// The text with its control characters made visible, so that it can neither break a line nor steer a terminal.
  var printable: String {
    // Most text is of these, and to ask Unicode for each takes most of the time of an exploration.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(self) }
    return unicodeScalars.map { scalar in
      if scalar == "\t" { return " " }
      let isControl = [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
      guard isControl || scalar.properties.isBidiControl else { return String(scalar) }
      return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    .joined()
  }

  /// The text as one word of a command.
  var shellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber || "/._-+=:,@%".contains(character))
      }
    return isPlain ? String(self) : "'\(printable.replacing("'", with: #"'\''"#))'"
  }

  /// The number of columns that the text may take on a terminal at most.
  ///
  /// Terminals differ in what they draw two columns wide: a line cut by this count may end early, but never wraps.
  var maximumColumns: Int { reduce(0) { $0 + ($1.isASCII ? 1 : 2) } }
}

extension String {
  /// The text with spaces behind it, up to a width.
  func filled(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }

  /// The text with spaces or something else before it, up to a width.
  func padded(to width: Int, with padding: String = " ") -> String {
    String(repeating: padding, count: Swift.max(0, width - count)) + self
  }

  /// Whether one string stands before another, byte by byte.
  ///
  /// Unlike `<`, this tells apart file names that differ only in how their accents are composed.
  static func isInByteOrder(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}

extension Int {
  /// The number with its noun, whose plural takes a plain s: `1 hit`, `2 hits`.
  func counting(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

extension Sequence<String> {
  /// The words as a phrase: `'a', 'b' or 'c'`; empty for no words.
  func phrase(_ conjunction: String) -> String {
    var words = map { "'\($0)'" }
    guard let last = words.popLast() else { return "" }
    return words.isEmpty ? last : "\(words.joined(separator: ", ")) \(conjunction) \(last)"
  }
}

extension Array {
  /// The element at an index, or nil past the end.
  subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
