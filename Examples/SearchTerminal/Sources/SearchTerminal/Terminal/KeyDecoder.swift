/// A decoder of keys from the bytes that a terminal sends.
///
/// A character, or an arrow key's sequence, may be spread over several reads. An escape byte that ends a read is taken
/// for the key of that name: nothing says whether more bytes follow.
struct KeyDecoder {
  private var rest: [UInt8] = []

  /// Decodes the bytes of a read, after those of an unfinished character.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    rest += bytes
    var keys: [Key] = []
    var position = 0
    while position < rest.count {
      guard let (key, length) = Self.first(of: rest[position...]) else { break }
      position += length
      if let key { keys.append(key) }
    }
    rest.removeFirst(position)
    return keys
  }

  /// The first key and how many bytes it takes; a `nil` key for what means nothing here, `nil` for an unfinished one.
  private static func first(of bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    switch bytes[bytes.startIndex] {
    case 0x03: return (.interrupt, 1)
    case 0x04: return (.endOfInput, 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x15: return (.clear, 1)
    case 0x19: return (.redo, 1)
    case 0x1A: return (.undo, 1)
    case 0x1B: return sequence(in: bytes)
    case 0..<0x20: return (nil, 1)
    case let byte where byte < 0x80: return (.character(Character(Unicode.Scalar(byte))), 1)
    case let byte: return character(in: bytes, length: byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2)
    }
  }

  /// An arrow key is `ESC [ A` or `ESC O A`; other sequences end with a byte from `@` to `~`.
  private static func sequence(in bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    let tail = bytes.dropFirst()
    guard let introducer = tail.first, introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O") else {
      return (.escape, 1)
    }
    guard let end = tail.dropFirst().firstIndex(where: { 0x40...0x7E ~= $0 }) else { return nil }
    let length = end - bytes.startIndex + 1
    switch bytes[end] {
    case UInt8(ascii: "A"): return (.up, length)
    case UInt8(ascii: "B"): return (.down, length)
    default: return (nil, length)
    }
  }

  private static func character(in bytes: ArraySlice<UInt8>, length: Int) -> (key: Key?, length: Int)? {
    let encoded = bytes.prefix(length)
    if let text = String(validating: encoded, as: UTF8.self), let character = text.first {
      return (.character(character), length)
    }
    let isUnfinished = encoded.count < length && encoded.dropFirst().allSatisfy { 0x80...0xBF ~= $0 }
    return isUnfinished ? nil : (nil, 1)
  }
}
