#if SQLite
import Foundation
import GRDB
import StorePersistence

/// What one save writes, inside its transaction.
struct RowSave {
  let db: Database
  let saved: String
  let version: Int
  /// The number of this save among all of the id.
  let generation: Int64
  /// Whether a row that another process had changed was set aside.
  private(set) var isAside = false

  init(db: Database, saved: String, version: Int, generation: Int64) {
    self.db = db
    self.saved = saved
    self.version = version
    self.generation = generation
  }

  /// Makes a change, and returns whether there was something to change.
  @discardableResult
  private func execute(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
    return db.changesCount > 0
  }

  func writeHeader(by writer: String) throws {
    try execute(
      """
      INSERT INTO store_saved (id, version, writer, generation) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (id) DO UPDATE SET version = ?2, writer = ?3, generation = ?4
      """,
      [saved, version, writer, generation]
    )
  }

  /// Writes a row.
  ///
  /// - Parameters:
  ///   - row: The row, with its new position.
  ///   - bytes: Its encoded value.
  ///   - known: The save that wrote the row which is replaced; `nil` for a new one.
  ///   - base: The bytes that are replaced, as far as is known; asked if another save has written the row meanwhile.
  /// - Throws: what the database or `base` throws.
  mutating func write<Value>(
    _ row: StoredRow<Value>,
    _ bytes: Data,
    _ known: Int64?,
    base: () throws -> Data?
  ) throws {
    if let known {
      let isWritten = try execute(
        """
        UPDATE store_rows SET position = ?, version = ?, generation = ?, value = ?
        WHERE saved = ? AND key = ? AND generation = ?
        """,
        [row.position, version, generation, bytes, saved, row.key, known]
      )
      if isWritten { return }
    }
    try setAside(row.key, unless: bytes, base)
    // The row may have been removed by another process.
    try execute(
      """
      INSERT OR REPLACE INTO store_rows (saved, key, position, version, generation, value) VALUES (?, ?, ?, ?, ?, ?)
      """,
      [saved, row.key, row.position, version, generation, bytes]
    )
  }

  /// Gives a row another position, and returns whether its value is the one that was known.
  ///
  /// One that another process has removed stays so, and one that it has changed keeps that value.
  func move<Value>(_ row: StoredRow<Value>, _ known: Int64) throws -> Bool {
    let isKnown = try execute(
      "UPDATE store_rows SET position = ?, generation = ? WHERE saved = ? AND key = ? AND generation = ?",
      [row.position, generation, saved, row.key, known]
    )
    if !isKnown {
      try execute(
        "UPDATE store_rows SET position = ?, generation = ? WHERE saved = ? AND key = ?",
        [row.position, generation, saved, row.key]
      )
    }
    return isKnown
  }

  /// Removes a row.
  mutating func remove(_ key: String, _ known: Int64, base: () throws -> Data?) throws {
    if try execute(
      "DELETE FROM store_rows WHERE saved = ? AND key = ? AND generation = ?",
      [saved, key, known]
    ) {
      return
    }
    // The other's change of what is removed here is kept, as a copy.
    try setAside(key, unless: nil, base)
    try execute("DELETE FROM store_rows WHERE saved = ? AND key = ?", [saved, key])
  }

  /// Removes a row that is damaged, and keeps its bytes as a copy, unless another process has written it since.
  func removeDamaged(_ key: String, _ known: Int64) throws {
    guard try isKnown(key, known) else { return }
    try keep(key, .damaged)
    try execute("DELETE FROM store_rows WHERE saved = ? AND key = ?", [saved, key])
  }

  /// Removes a row of an older version, whose successor has another key, and keeps its bytes as a copy.
  mutating func removeOutdated<Value>(_ row: RowSnapshot<Value>.Outdated) throws {
    if try !keepOutdated(row) { try setAside(row.storedKey, unless: nil) { nil } }
    try execute("DELETE FROM store_rows WHERE saved = ? AND key = ?", [saved, row.storedKey])
  }

  /// Keeps the bytes of an older version as a copy, and returns whether they are still there.
  func keepOutdated<Value>(_ row: RowSnapshot<Value>.Outdated) throws -> Bool {
    guard try isKnown(row.storedKey, row.generation) else { return false }
    try keep(row.storedKey, .version(row.version))
    return true
  }

  /// Whether a row is there as a save has written it.
  private func isKnown(_ key: String, _ generation: Int64) throws -> Bool {
    let sql = "SELECT generation FROM store_rows WHERE saved = ? AND key = ?"
    return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [saved, key]) == generation
  }

  /// Keeps a row that another process has written, unless it is the same, or has only been moved.
  private mutating func setAside(_ key: String, unless bytes: Data?, _ base: () throws -> Data?) throws {
    let sql = "SELECT value FROM store_rows WHERE saved = ? AND key = ?"
    guard let theirs = try Data.fetchOne(db.cachedStatement(sql: sql), arguments: [saved, key]) else { return }
    guard theirs != bytes, try theirs != base() else { return }
    try keep(key, .conflict)
    isAside = true
  }

  private func keep(_ key: String, _ reason: KeptCopy) throws {
    let name = try DatabaseStorage.copyName(reason, of: saved, key: key, in: db)
    try execute(
      """
      INSERT INTO store_kept (saved, key, reason, version, value)
      SELECT saved, key, ?, version, value FROM store_rows WHERE saved = ? AND key = ?
      """,
      [name, saved, key]
    )
  }
}
#endif
