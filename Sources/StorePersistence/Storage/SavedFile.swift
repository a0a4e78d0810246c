import Foundation

/// The bytes of a record in a file: a line of JSON, at most 512 bytes long, and the payload.
enum SavedFile {
  /// The greatest length of the first line, with its end.
  static let headerLimit = 512
  /// The format of files.
  private static let format = 1

  private struct Header: Codable {
    let storeEngines: Int
    let id: String
    let version: Int
    let writer: String
    let generation: UInt64
    let length: Int
    let crc32: String

    var mark: SavedMark { SavedMark(writer: writer, generation: generation) }
  }

  /// An id as the name of a file: what is neither a small letter of ASCII, a digit, '-' nor '_' is percent-encoded.
  ///
  /// Capital letters are, as a file system may not tell them from small ones.
  static func name(of id: String) -> String { encoded(id, except: small) }

  /// An id as a name that is compared letter by letter: that of an entry in the defaults, and formerly of a file.
  static func key(of id: String) -> String { encoded(id, except: small.union(capital)) }

  private static let small = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789-_")
  private static let capital = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZ")

  private static func encoded(_ id: String, except plain: CharacterSet) -> String {
    // Never nil: a Swift string is valid Unicode.
    id.addingPercentEncoding(withAllowedCharacters: plain)!
  }

  static func bytes(of record: SavedRecord, id: String) throws -> Data {
    let header = Header(
      storeEngines: format,
      id: id,
      version: record.version,
      writer: record.mark.writer,
      generation: record.mark.generation,
      length: record.payload.count,
      crc32: checksum(id, record.version, record.mark, record.payload)
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = try encoder.encode(header) + Data("\n".utf8)
    guard line.count <= headerLimit else { throw LongID(id: id) }
    return line + record.payload
  }

  /// The mark of a file, of which the first bytes suffice.
  static func mark(in bytes: Data, id: String) throws -> SavedMark {
    try parse(bytes, id: id).header.mark
  }

  static func record(in bytes: Data, id: String) throws -> SavedRecord {
    let (header, payload) = try parse(bytes, id: id)
    guard payload.count == header.length else {
      throw SavedDamage("the file has \(payload.count) bytes of \(header.length)")
    }
    guard checksum(id, header.version, header.mark, payload) == header.crc32 else {
      throw SavedDamage("its checksum does not match")
    }
    return SavedRecord(version: header.version, mark: header.mark, payload: Data(payload))
  }

  /// The id in a file, of which the first bytes suffice; `nil` if they are damaged.
  static func id(in bytes: Data) -> String? { try? header(in: bytes).header.id }

  /// Throws if stored bytes are not those that are expected.
  static func check(_ bytes: Data?, id: String, expecting: SavedMark?, _ reason: KeptCopy?) throws {
    guard let bytes else { return }
    do {
      let mark = try mark(in: bytes, id: id)
      guard mark == expecting else { throw SavedConflict(mark) }
    } catch is SavedDamage {
      guard reason == .damaged else { throw SavedConflict(nil) }
    }
  }

  private static func parse(_ bytes: Data, id: String) throws -> (header: Header, payload: Data) {
    let parts = try header(in: bytes)
    guard parts.header.id == id else { throw SavedDamage("the file is that of '\(parts.header.id)'") }
    return parts
  }

  private static func header(in bytes: Data) throws -> (header: Header, payload: Data) {
    guard let end = bytes.prefix(headerLimit).firstIndex(of: UInt8(ascii: "\n")) else {
      throw SavedDamage(bytes.isEmpty ? "the file is empty" : "the file does not begin with a header")
    }
    if let given = try? JSONDecoder().decode(Format.self, from: bytes[..<end]), given.storeEngines > format {
      throw NewerFormat(format: given.storeEngines)
    }
    guard let header = try? JSONDecoder().decode(Header.self, from: bytes[..<end]), header.storeEngines == format else {
      throw SavedDamage("the file does not begin with a header")
    }
    return (header, bytes[(end + 1)...])
  }

  /// The checksum of what a header says, as lines, and of the payload.
  private static func checksum(_ id: String, _ version: Int, _ mark: SavedMark, _ payload: Data) -> String {
    let lines = "\(id)\n\(version)\n\(mark.writer)\n\(mark.generation)\n"
    let digits = String(CRC32.checksum(of: Data(lines.utf8) + payload), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private struct Format: Codable {
    let storeEngines: Int
  }

  /// The finding that a file is of a later format, which is left alone.
  struct NewerFormat: Error, CustomStringConvertible {
    let format: Int
    var description: String { "the file has the format \(format), and this app knows \(SavedFile.format)" }
  }

  /// The finding that an id is too long for a header.
  struct LongID: Error, CustomStringConvertible {
    let id: String
    var description: String { "the id is too long: a header may have \(headerLimit) bytes" }
  }
}

/// The checksum of IEEE 802.3, as in zlib and PNG.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { value, byte in value >> 8 ^ table[Int((value ^ UInt32(byte)) & 0xFF)] }
  }
}
