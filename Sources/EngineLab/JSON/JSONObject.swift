import Foundation

/// A JSON object to be written, whose values are of any kind; one that is nil is written as `null`.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Member: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private let members: [String: Member]

  /// Of members with the same name the last one counts.
  init(_ members: [(String, any Encodable)]) {
    self.members = Dictionary(members.map { ($0, Member(value: $1)) }) { _, last in last }
  }

  init(dictionaryLiteral members: (String, any Encodable)...) { self.init(members) }

  func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

extension Encodable {
  /// The value as an indented JSON text whose keys are in alphabetical order, without a line feed at its end.
  func jsonText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
