#if SQLite
import GRDB
import StorePersistence

/// What the table `store_saved` says of an id, besides the value.
struct Header {
  let version: Int
  let writer: String
  let generation: Int64
  /// Whether it was saved as a whole, and not row by row.
  let hasValue: Bool

  var mark: SavedMark { SavedMark(writer: writer, generation: UInt64(bitPattern: generation)) }

  static func fetched(_ id: String, from db: Database) throws -> Header? {
    let sql = "SELECT version, writer, generation, value IS NOT NULL FROM store_saved WHERE id = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id]).map { row in
      Header(version: row[0], writer: row[1], generation: row[2], hasValue: row[3])
    }
  }
}
#endif
