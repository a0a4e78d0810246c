public import Foundation

/// A place where values are saved.
///
/// Its calls may block. They are made one at a time for each id, on a queue of its own, and never in the pool of tasks.
public protocol SavedStorage: Sendable {
  /// The place: two storages with the same one in a process share what they write.
  var identity: String { get }

  /// Whether its calls never wait for a device: then values are also encoded and written where the state is read, on the
  /// main actor, for tests and previews.
  var isInstant: Bool { get }

  /// Reads a record; `nil` if there is none.
  ///
  /// Throws ``SavedDamage`` if there are bytes that are no record.
  func read(_ id: String) throws -> SavedRecord?

  /// The mark of a record; `nil` if there is none. By default the record is read.
  func mark(of id: String) throws -> SavedMark?

  /// Writes a record: whole or not at all, and durable on return.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - id: The id.
  ///   - expecting: The mark of the record that is replaced.
  ///   - keepingOldAs: Why the bytes that are replaced are kept under another name; `nil` if they are not.
  /// - Throws: ``SavedConflict``, with nothing written, if there is a record with another mark, or bytes that are damaged
  ///   and are not to be kept; ``TooManyCopies``; what went wrong otherwise.
  func write(_ record: SavedRecord, of id: String, expecting: SavedMark?, keepingOldAs: KeptCopy?) throws
}

extension SavedStorage {
  /// The mark of the record that is read.
  public func mark(of id: String) throws -> SavedMark? { try read(id)?.mark }
}

/// A value as it is stored.
public struct SavedRecord: Hashable, Sendable {
  /// The version of the value's type.
  public let version: Int
  /// The mark of the save.
  public let mark: SavedMark
  /// The encoded value.
  public let payload: Data

  /// Creates a record.
  public init(version: Int, mark: SavedMark, payload: Data) {
    self.version = version
    self.mark = mark
    self.payload = payload
  }
}

/// The mark by which a save is told from all others.
public struct SavedMark: Hashable, Sendable {
  /// The saver, by a random name: another one for each call of `persist`.
  public let writer: String
  /// The number of saves of the record until then, from 1.
  public let generation: UInt64

  /// Creates a mark.
  public init(writer: String, generation: UInt64) {
    self.writer = writer
    self.generation = generation
  }
}

/// Why the bytes of a record are kept when it is replaced.
public enum KeptCopy: Hashable, Sendable {
  /// They are damaged.
  case damaged
  /// They are of an older version, which is given.
  case version(Int)
  /// Another process has written them.
  case conflict

  /// The greatest number of copies of one record.
  public static let limit = 8

  /// The first name of a copy, such as `damaged-1`; further ones end in a higher number.
  package func name(_ number: Int) -> String {
    switch self {
    case .damaged: "damaged-\(number)"
    case .version(let version): number == 1 ? "version-\(version)" : "version-\(version)-\(number)"
    case .conflict: "conflict-\(number)"
    }
  }
}

/// The finding that stored bytes are no record, with the reason.
public struct SavedDamage: Error, Hashable {
  /// What is wrong with them, as the end of a sentence.
  public let reason: String

  /// Creates a finding.
  public init(_ reason: String) { self.reason = reason }
}

/// The refusal to replace a record that another process has written meanwhile.
public struct SavedConflict: Error, Hashable {
  /// The mark of the record that is there; `nil` if its bytes are damaged.
  public let mark: SavedMark?

  /// Creates a refusal.
  public init(_ mark: SavedMark?) { self.mark = mark }
}

/// The refusal to keep one more copy of a record, of which there are ``KeptCopy/limit`` already.
public struct TooManyCopies: Error, Hashable {
  /// Creates a refusal.
  public init() {}
}
