import OrderedCollections

/// A decoder of a value of a JSON text.
///
/// An error names the keys and the indices that lead to the value; for a value of another kind it says what was found.
struct JSONNodeDecoder: Decoder {
  let node: JSONNode
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = node.content else { throw mismatch(type) }
    return KeyedDecodingContainer(KeyedContainer(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = node.content else { throw mismatch([Any].self) }
    return UnkeyedContainer(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: "found \(node.kind)"))
  }

  fileprivate func decoder(of node: JSONNode, at key: any CodingKey) -> any Decoder {
    JSONNodeDecoder(node: node, codingPath: codingPath + [key], userInfo: userInfo)
  }
}

extension JSONNodeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { if case .null = node.content { true } else { false } }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value =
      switch node.content {
      case .string(let string): string as? Value
      case .number(let number): number as? Value ?? Int(exactly: number) as? Value
      case .bool(let bool): bool as? Value
      case .object, .array, .null: nil as Value?
      }
    guard let value else { throw mismatch(type) }
    return value
  }
}

/// A key of any name, or an index.
struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int?
  /// Whether an error is about the key itself, and not about its value.
  var isWrong = false

  init(stringValue: String) { self.stringValue = stringValue }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONNodeDecoder
  let members: OrderedDictionary<String, JSONNode>

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    guard let node = members[key.stringValue] else {
      let reason = "'\(key.stringValue)' is missing."
      throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
    return decoder.decoder(of: node, at: key)
  }

  func superDecoder() -> any Decoder { decoder }

  func decodeNil(forKey key: Key) throws -> Bool { try superDecoder(forKey: key).singleValueContainer().decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: superDecoder(forKey: key))
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try superDecoder(forKey: key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }
}

private struct UnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: JSONNodeDecoder
  let elements: [JSONNode]
  var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func superDecoder() throws -> any Decoder {
    let key = JSONKey(intValue: currentIndex)
    if isAtEnd {
      let context = DecodingError.Context(codingPath: codingPath + [key], debugDescription: "the list has ended.")
      throw DecodingError.valueNotFound(Any.self, context)
    }
    defer { currentIndex += 1 }
    return decoder.decoder(of: elements[currentIndex], at: key)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, case .null = elements[currentIndex].content else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: superDecoder()) }

  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }
}
