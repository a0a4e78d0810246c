/// A problem with a value that is being decoded.
struct ReadingProblem: Error {
  /// What is wrong, and what would be right: sentences that end with a full stop.
  let reason: String
  /// Where, in bytes.
  let place: Int
}

/// A member's key, which has its place in the text as its number, so that equal keys can be told apart.
struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int?

  init(stringValue: String) { self.stringValue = stringValue }

  init(_ member: JSONNode.Member) {
    stringValue = member.name
    intValue = member.place
  }

  /// An element's number.
  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// A problem with the key, rather than with its value.
  func problem(_ reason: String) -> ReadingProblem {
    ReadingProblem(reason: reason, place: intValue ?? 0)
  }
}

/// Decodes values from JSON nodes, members in the order of the file.
struct NodeDecoder: Decoder {
  let node: JSONNode
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = node.content else { throw mismatch(type) }
    return KeyedDecodingContainer(Members(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = node.content else { throw mismatch([Any].self) }
    return Elements(decoder: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

  /// The decoder of a part.
  fileprivate func part(_ node: JSONNode, _ key: any CodingKey) -> NodeDecoder {
    NodeDecoder(node: node, codingPath: codingPath + [key])
  }

  fileprivate func mismatch(_ type: any Any.Type) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: node.kind))
  }
}

extension NodeDecoder {
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: NodeDecoder
    let members: [JSONNode.Member]

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.compactMap { MemberKey($0) as? Key ?? Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { members.contains { $0.name == key.stringValue } }
    func decodeNil(forKey key: Key) throws -> Bool { try value(key).node.content == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(key).decode(type) }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try value(key).unkeyedContainer()
    }
    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
      try value(key).container(keyedBy: type)
    }

    /// The value of a key: of the member at its place if it has one, else of the first that has its name.
    private func value(_ key: Key) throws -> NodeDecoder {
      let place = (key as? MemberKey)?.intValue
      let member = members.first { place == nil ? $0.name == key.stringValue : $0.place == place }
      guard let member else {
        throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: "missing"))
      }
      return decoder.part(member.value, key)
    }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let decoder: NodeDecoder
    let elements: [JSONNode]
    var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, elements[currentIndex].content == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type).decode(type) }
    mutating func superDecoder() throws -> any Decoder { try next(JSONNode.self) }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next([Any].self).unkeyedContainer()
    }
    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
      try next(type).container(keyedBy: type)
    }

    private mutating func next(_ type: any Any.Type) throws -> NodeDecoder {
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          type,
          DecodingError.Context(codingPath: codingPath, debugDescription: "no further element")
        )
      }
      defer { currentIndex += 1 }
      return decoder.part(elements[currentIndex], MemberKey(intValue: currentIndex))
    }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: NodeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.node.content == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let value: Any? =
        switch decoder.node.content {
        case .string(let string): string
        case .bool(let bool): bool
        case .number(let number) where type == Int.self: Int(exactly: number)
        case .number(let number): number
        case .object, .array, .null: nil
        }
      if case .number = decoder.node.content, type == Int.self, value as? Int == nil {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: codingPath, debugDescription: "not a whole number")
        )
      }
      guard let value = value as? Value else { throw decoder.mismatch(type) }
      return value
    }
  }
}
