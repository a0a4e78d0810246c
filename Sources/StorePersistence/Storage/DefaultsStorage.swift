import Foundation

/// A storage in the defaults of the app, or of a suite, for small values.
///
/// A save is as durable as a value that is set in `UserDefaults`, which writes to the disk later. Processes that share a suite
/// may lose what they save at the same moment, as there is no lock.
public struct DefaultsStorage: SavedStorage {
  private let suite: String?

  /// Creates a storage in the defaults of a suite, or in those of the app.
  public init(suite: String? = nil) {
    self.suite = suite
  }

  /// The suite.
  public var identity: String { "defaults \(suite ?? "")" }
  /// `false`.
  public var isInstant: Bool { false }

  private var defaults: UserDefaults { suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard }

  private func key(_ id: String) -> String { "saved.\(SavedFile.key(of: id))" }

  /// Reads a record.
  public func read(_ id: String) throws -> SavedRecord? {
    guard let bytes = defaults.data(forKey: key(id)) else { return nil }
    return try SavedFile.record(in: bytes, id: id)
  }

  /// Reads the mark of a record.
  public func mark(of id: String) throws -> SavedMark? {
    try defaults.data(forKey: key(id)).map { try SavedFile.mark(in: $0, id: id) }
  }

  /// Replaces a record.
  public func write(_ record: SavedRecord, of id: String, expecting: SavedMark?, keepingOldAs: KeptCopy?) throws {
    let defaults = defaults
    let old = defaults.data(forKey: key(id))
    try SavedFile.check(old, id: id, expecting: expecting, keepingOldAs)
    let bytes = try SavedFile.bytes(of: record, id: id)
    if let old, let keepingOldAs {
      let prefix = key(id) + "."
      let copies = Set(defaults.dictionaryRepresentation().keys.filter { $0.hasPrefix(prefix) })
      guard copies.count < KeptCopy.limit else { throw TooManyCopies() }
      let names = (1...KeptCopy.limit).map { prefix + keepingOldAs.name($0) }
      // Never nil: there are fewer copies than names.
      defaults.set(old, forKey: names.first { !copies.contains($0) }!)
    }
    defaults.set(bytes, forKey: key(id))
  }
}
