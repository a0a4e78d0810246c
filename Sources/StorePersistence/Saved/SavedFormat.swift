public import Foundation

/// The encoding of saved values.
public struct SavedFormat: Sendable {
  private let encode: @Sendable (any Encodable) throws -> Data
  private let decode: @Sendable (Data, any Decodable.Type) throws -> any Decodable

  /// Creates a format.
  ///
  /// Equal values should have equal bytes: a value that is not `Equatable` is written when its bytes differ.
  public init(
    encode: @escaping @Sendable (any Encodable) throws -> Data,
    decode: @escaping @Sendable (Data, any Decodable.Type) throws -> any Decodable
  ) {
    self.encode = encode
    self.decode = decode
  }

  /// JSON with sorted keys.
  public static let json = SavedFormat { value in
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  } decode: { data, type in
    try JSONDecoder().decode(type, from: data)
  }

  package func encoded(_ value: some Encodable) throws -> Data { try encode(value) }

  package func decoded<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let value = try decode(data, type)
    guard let value = value as? Value else {
      throw DecodingError.typeMismatch(
        type,
        DecodingError.Context(codingPath: [], debugDescription: "The format made a value of \(Swift.type(of: value)).")
      )
    }
    return value
  }
}
