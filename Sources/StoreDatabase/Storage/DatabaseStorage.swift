#if SQLite
import Foundation
public import GRDB
public import StorePersistence

/// A storage in an SQLite database, for values and for rows.
///
/// ```swift
/// let storage = try DatabaseStorage(DatabasePool(path: path))
/// let loaded = SavedRows("notes", Note.self).load(from: storage)
/// ```
///
/// It has three tables, whose names begin with `store_`; the app's own may be beside them. A save is one transaction, durable
/// on return. Processes that share the database take turns, for which each waits five seconds at most.
///
/// It keeps the database in mode WAL with `synchronous = FULL`, which it sets for the connection that writes. What is set aside
/// is in the table `store_kept`, and nothing is deleted there.
public struct DatabaseStorage: SavedStorage {
  let database: any DatabaseWriter
  /// The database.
  public let identity: String
  /// `false`.
  public var isInstant: Bool { false }

  /// Creates a storage in a database, and its tables if they are missing.
  ///
  /// It blocks while it does so. A read-only database has to have the tables.
  ///
  /// - Parameter database: A queue or a pool of connections. Do not load or save inside one of its accesses.
  /// - Throws: what goes wrong with the database; ``NoWriteAheadLog`` if it cannot have one.
  public init(_ database: some DatabaseWriter) throws {
    self.database = database
    let path = database.path
    identity =
      path.contains(":memory:")
      ? "database in memory \(ObjectIdentifier(database))" : "database \(URL(filePath: path).standardizedFileURL.path)"
    let isReadOnly = database.configuration.readonly
    var waits = false
    if case .immediateError = database.configuration.busyMode { waits = true }
    try database.writeWithoutTransaction { db in
      if waits { try db.execute(sql: "PRAGMA busy_timeout = 5000") }
      if !isReadOnly {
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") ?? ""
        guard mode == "wal" || mode == "memory" else { throw NoWriteAheadLog(mode: mode) }
      }
      // After opening, as a pool sets NORMAL then.
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
      try Self.makeTables(in: db)
    }
  }

  /// Not by a migrator: the app's own would take its database for one of a later version.
  private static func makeTables(in db: Database) throws {
    // None is made again, so that a database may be read-only.
    guard try !db.tableExists("store_saved") || !db.tableExists("store_rows") || !db.tableExists("store_kept") else {
      return
    }
    try db.inTransaction(.immediate) {
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS store_saved (id TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL,
            writer TEXT NOT NULL, generation INTEGER NOT NULL, value BLOB) STRICT;
          CREATE TABLE IF NOT EXISTS store_rows (saved TEXT NOT NULL, key TEXT NOT NULL, position INTEGER NOT NULL,
            version INTEGER NOT NULL, generation INTEGER NOT NULL, value BLOB NOT NULL, PRIMARY KEY (saved, key)) STRICT;
          CREATE INDEX IF NOT EXISTS store_rows_order ON store_rows (saved, position);
          CREATE TABLE IF NOT EXISTS store_kept (saved TEXT NOT NULL, key TEXT, reason TEXT NOT NULL,
            version INTEGER NOT NULL, value BLOB NOT NULL) STRICT;
          CREATE INDEX IF NOT EXISTS store_kept_copies ON store_kept (saved, key);
          """
      )
      return .commit
    }
  }

  /// Reads a record.
  public func read(_ id: String) throws -> SavedRecord? {
    try database.writeWithoutTransaction { db in
      guard let header = try Header.fetched(id, from: db) else { return nil }
      guard let value = try Data.fetchOne(db, sql: "SELECT value FROM store_saved WHERE id = ?", arguments: [id]) else {
        throw OtherForm(id: id, isRows: true)
      }
      return SavedRecord(version: header.version, mark: header.mark, payload: value)
    }
  }

  /// Reads the mark of a record.
  public func mark(of id: String) throws -> SavedMark? {
    try database.writeWithoutTransaction { db in try Header.fetched(id, from: db)?.mark }
  }

  /// Replaces a record.
  public func write(_ record: SavedRecord, of id: String, expecting: SavedMark?, keepingOldAs: KeptCopy?) throws {
    try database.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        if let header = try Header.fetched(id, from: db) {
          guard header.hasValue else { throw OtherForm(id: id, isRows: true) }
          guard header.mark == expecting else { throw SavedConflict(header.mark) }
          if let keepingOldAs {
            let name = try Self.copyName(keepingOldAs, of: id, key: nil, in: db)
            try db.execute(
              sql: """
                INSERT INTO store_kept (saved, reason, version, value)
                SELECT id, ?, version, value FROM store_saved WHERE id = ?
                """,
              arguments: [name, id]
            )
          }
        }
        try db.execute(
          sql: "INSERT OR REPLACE INTO store_saved (id, version, writer, generation, value) VALUES (?, ?, ?, ?, ?)",
          arguments: [
            id, record.version, record.mark.writer, Int64(bitPattern: record.mark.generation), record.payload,
          ]
        )
        return .commit
      }
    }
  }

  /// The name of the next copy of a value, or of a row.
  static func copyName(_ reason: KeptCopy, of id: String, key: String?, in db: Database) throws -> String {
    let sql = "SELECT reason FROM store_kept WHERE saved = ? AND key IS ?"
    let names = try Set(String.fetchAll(db.cachedStatement(sql: sql), arguments: [id, key]))
    guard names.count < KeptCopy.limit else { throw TooManyCopies() }
    // Never nil: there are fewer copies than names.
    return (1...KeptCopy.limit).lazy.map(reason.name).first { !names.contains($0) }!
  }
}

/// The finding that a database cannot be in mode WAL, without which a save is not durable on return.
public struct NoWriteAheadLog: Error, CustomStringConvertible {
  /// The mode in which it is.
  public let mode: String

  /// A sentence with the mode.
  public var description: String {
    "the database cannot be in mode WAL, but is in '\(mode)': keep it on a disk of this machine"
  }
}

/// The finding that an id was saved in another form: row by row, or as a whole.
struct OtherForm: Error, CustomStringConvertible {
  let id: String
  let isRows: Bool

  var description: String {
    isRows
      ? "'\(id)' was saved row by row: load it by 'SavedRows', or give this value another id"
      : "'\(id)' was saved as a whole: load it by 'Saved', or give these rows another id"
  }
}
#endif
