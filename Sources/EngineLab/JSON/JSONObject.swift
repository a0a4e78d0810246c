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
  func jsonText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
