import Foundation

/// A JSON object for output, with values of any kind; nil is written as `null`.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Member: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private let members: [String: Member]

  /// Creates an object; of members with the same name, the last one counts.
  init(_ members: [(String, any Encodable)]) {
    self.members = Dictionary(members.map { ($0, Member(value: $1)) }) { _, last in last }
  }

  init(dictionaryLiteral members: (String, any Encodable)...) { self.init(members) }

  func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

extension Encodable {
  /// Returns the value as an indented JSON text with keys in alphabetical order, without a line feed at its end.
  ///
  /// Its strings hold control characters only as escapes, also those that JSON does not ask for: on a terminal U+009B
  /// begins a command, and in an editor U+202E turns a line around.
  func jsonText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self).escapingControls
  }
}

extension String {
  /// A JSON text with escapes for the control characters in its strings.
  fileprivate var escapingControls: String {
    // All such characters are beyond ASCII, except U+007F and those that the encoder has escaped.
    if utf8.allSatisfy({ $0 < 0x7F }) { return self }
    var text = ""
    for scalar in unicodeScalars {
      // Line feeds are between the strings.
      if scalar == "\n" || !scalar.isControl {
        text.unicodeScalars.append(scalar)
      } else {
        // One unit of UTF-16: beyond U+FFFF there are none.
        text += "\\u" + String(scalar.value, radix: 16).padded(to: 4, with: "0")
      }
    }
    return text
  }
}
