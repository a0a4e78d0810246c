/// A text that is looked for in others, whatever the case of its letters.
///
/// The standard library's search prepares itself anew for each text, which takes longer than most texts do.
struct TextSearch {
  private let text: String
  /// The text in ASCII; `nil` if it has other characters.
  private let bytes: [UInt8]?

  init(for text: String) {
    self.text = text.lowercased()
    bytes = self.text.utf8.allSatisfy { $0 < 0x80 } ? Array(self.text.utf8) : nil
  }

  func isFound(in words: String) -> Bool {
    guard let bytes else { return words.lowercased().contains(text) }
    var words = words
    return words.withUTF8 { words in
      guard words.count >= bytes.count else { return false }
      for start in 0...(words.count - bytes.count) {
        var index = 0
        while index < bytes.count, Self.lowercased(words[start + index]) == bytes[index] { index += 1 }
        if index == bytes.count { return true }
      }
      return false
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
