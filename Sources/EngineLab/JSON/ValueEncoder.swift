/// Encodes values as JSON whose members keep the order in which they were encoded.
///
/// Optional members without a value are `null` rather than left out, and times are milliseconds.
final class ValueEncoder: Encoder {
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var single: JSONValue?
  private var elements: [ValueEncoder]?
  private var members: [(key: String, value: ValueEncoder)] = []

  private init(codingPath: [any CodingKey] = []) {
    self.codingPath = codingPath
  }

  /// Encodes a value.
  ///
  /// - Throws: What the value's own encoding throws.
  static func encode(_ value: some Encodable) throws -> JSONValue {
    let encoder = ValueEncoder()
    try encoder.encode(value)
    return encoder.value
  }

  private var value: JSONValue {
    if let single { return single }
    if let elements { return .array(elements.map(\.value)) }
    return .object(members.map { JSONValue.Member(key: $0.key, value: $0.value.value) })
  }

  private func encode(_ value: some Encodable) throws {
    switch value {
    case let time as Duration: single = .milliseconds(time)
    case let string as String: single = .string(string)
    case let bool as Bool: single = .bool(bool)
    case let integer as any BinaryInteger: single = .integer(Int(integer))
    default: try value.encode(to: self)
    }
  }

  private func member(_ key: any CodingKey) -> ValueEncoder {
    let encoder = ValueEncoder(codingPath: codingPath + [key])
    members.append((key.stringValue, encoder))
    return encoder
  }

  private func element() -> ValueEncoder {
    let encoder = ValueEncoder(codingPath: codingPath + [MemberKey(intValue: elements?.count ?? 0)])
    elements?.append(encoder)
    return encoder
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = elements ?? []
    return Elements(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }
}

extension ValueEncoder {
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.member(key).single = .null }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.member(key).encode(value) }
    // The protocol would leave out what is nil; each of these has an implementation of its own there.
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    private func optional(_ value: (some Encodable)?, _ key: Key) throws {
      if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.member(key).unkeyedContainer()
    }
    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      encoder.member(key).container(keyedBy: type)
    }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.elements?.count ?? 0 }

    func encodeNil() { encoder.element().single = .null }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.element().encode(value) }
    func superEncoder() -> any Encoder { encoder.element() }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      encoder.element().container(keyedBy: type)
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.single = .null }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
  }
}
