extension StringProtocol {
  /// The text with its control characters made visible, so that it can neither break a line nor control a terminal.
  var printable: String {
    // Most text has only these, and looking up each in Unicode takes most of the time of an exploration.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(self) }
    return unicodeScalars.map { scalar in
      if scalar == "\t" { return " " }
      guard scalar.isControl else { return String(scalar) }
      return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    .joined()
  }

  /// The lines of the text with their other control characters made visible.
  var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map(\.printable).joined(separator: "\n")
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

  /// The greatest number of columns that the text can take on a terminal.
  ///
  /// Terminals differ in which characters take two columns: a line cut by this count may end early, but never wraps.
  var maximumColumns: Int { reduce(0) { $0 + ($1.isASCII ? 1 : 2) } }
}

extension Unicode.Scalar {
  /// Whether it may break a line, control a terminal or change the direction of text.
  var isControl: Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory) || properties.isBidiControl
  }
}

extension String {
  /// Returns the text with spaces after it, up to a width.
  func filled(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }

  /// Returns the text with spaces or other padding before it, up to a width.
  func padded(to width: Int, with padding: String = " ") -> String {
    String(repeating: padding, count: Swift.max(0, width - count)) + self
  }

  /// Returns whether one string sorts before another, byte by byte.
  ///
  /// Unlike `<`, this distinguishes file names that differ only in how their accents are composed.
  static func isInByteOrder(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}

extension Int {
  /// Returns the number with its noun, whose plural takes a plain s: `1 hit`, `2 hits`.
  func counting(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

extension Sequence<String> {
  /// Returns the words as a phrase: `'a', 'b' or 'c'`; empty for no words.
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
