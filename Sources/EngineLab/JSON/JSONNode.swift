import Foundation
import OrderedCollections

/// A value of a JSON text with its place, from which scenario files are decoded.
///
/// Foundation's decoder reports neither the order of keys nor lines, and silently lets the later of two equal keys win;
/// for a scenario file the first mistake is reported with its line.
struct JSONNode: Sendable {
  indirect enum Content: Sendable {
    /// An object, with its members in the order of the text.
    case object(OrderedDictionary<String, JSONNode>)
    case array([JSONNode])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  let content: Content
  let place: Int
  /// The place of the value's key, if there is one.
  var keyPlace: Int?
  let text: JSONText

  /// The name of the value's kind, with its article.
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

extension JSONNode {
  /// Reads the contents of a file: one value in UTF-8, with or without a byte order mark, whatever its line ends.
  init(_ data: Data, file: String) throws { self = try JSONParser.parse(JSONText(data, file: file)) }

  /// Decodes the value; a failure is reported with the file and the line.
  func decode<Value: Decodable>(_ type: Value.Type, _ userInfo: [CodingUserInfoKey: Any] = [:]) throws -> Value {
    do {
      return try Value(from: JSONNodeDecoder(node: self, codingPath: [], userInfo: userInfo))
    } catch let error as DecodingError {
      guard let context = error.context else { throw error }
      let node = context.codingPath.reduce(self) { $0[$1] ?? $0 }
      let place = (context.codingPath.last as? JSONKey)?.isWrong == true ? node.keyPlace : nil
      throw text.error(at: place ?? node.place, context.debugDescription)
    }
  }

  private subscript(key: any CodingKey) -> JSONNode? {
    switch content {
    case .object(let members): members[key.stringValue]
    case .array(let elements): key.intValue.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    case .string, .number, .bool, .null: nil
    }
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context): context
    case .dataCorrupted(let context): context
    @unknown default: nil
    }
  }
}

extension JSONNode: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch content {
    case .object(let members): try JSONObject(members.map { ($0, $1) }).encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .string(let string): try string.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .bool(let bool): try bool.encode(to: encoder)
    case .null: try Bool?.none.encode(to: encoder)
    }
  }
}
