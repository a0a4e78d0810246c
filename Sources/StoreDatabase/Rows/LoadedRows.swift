#if SQLite
import Foundation
import GRDB
public import StorePersistence

/// The result of loading rows: the rows, and what `persist` has to know to save the next ones.
public struct LoadedRows<Row: Codable & Equatable & Identifiable & Sendable>: Sendable
where Row.ID: Codable & Sendable {
  /// The rows, in order; empty unless they were restored or migrated.
  ///
  /// If some are damaged, the others are here.
  public let rows: [Row]
  /// The outcome.
  ///
  /// If a row is damaged, it says which, and why: such rows are set aside before the first save, in the table `store_kept`.
  /// Of migrated rows it says the oldest version.
  public let outcome: Loaded<[Row]>.Outcome

  let definition: SavedDefinition<Row>
  let lane: SaveLane
  let storage: DatabaseStorage
  let snapshot: RowSnapshot<Row>
}

/// What is known of the rows of an id that are stored.
struct RowSnapshot<Value: Codable & Equatable & Identifiable & Sendable>: Sendable where Value.ID: Codable & Sendable {
  /// A row that is stored under an older version, or another key.
  struct Outdated {
    let storedKey: String
    let key: String
    let version: Int
    /// The save that wrote it: what another process has written since is not of that version.
    let generation: Int64
  }

  /// The rows, in order.
  var rows: [StoredRow<Value>] = []
  /// The rows that were migrated, until they are written back.
  var outdated: [Outdated] = []
  /// The rows that are damaged, until they are set aside, each with the save that wrote it.
  var damaged: [(key: String, generation: Int64)] = []
  /// What SQLite says of changes by other connections, as of the moment at which all rows were looked at.
  var dataVersion: Int?
}

extension LoadedRows {
  /// Loads rows, in the lane.
  init(_ definition: SavedDefinition<Row>, _ lane: SaveLane, _ storage: DatabaseStorage) {
    self.definition = definition
    self.lane = lane
    self.storage = storage
    do {
      let found = try storage.rows(of: definition.id)
      guard let header = found.header else {
        (rows, outcome) = ([], .nothing)
        snapshot = RowSnapshot(dataVersion: found.dataVersion)
        return
      }
      guard header.version <= definition.version else {
        (rows, outcome, snapshot) = ([], .newer(version: header.version), RowSnapshot())
        return
      }
      var snapshot = RowSnapshot<Row>(dataVersion: found.dataVersion)
      let damages = snapshot.decode(found.rows, definition)
      rows = snapshot.rows.map(\.value)
      if let first = damages.first {
        outcome = .damaged("\(damages.count) of \(found.rows.count) rows cannot be loaded, the first being \(first)")
      } else if let oldest = snapshot.outdated.lazy.map(\.version).min() {
        outcome = .migrated(from: oldest)
      } else {
        outcome = .restored
      }
      self.snapshot = snapshot
    } catch {
      (rows, outcome, snapshot) = ([], .unreadable(error), RowSnapshot())
    }
  }
}

extension RowSnapshot {
  /// Takes rows as they are stored, and returns what is wrong with those that cannot be taken.
  fileprivate mutating func decode(_ found: [FoundRow], _ definition: SavedDefinition<Value>) -> [String] {
    var damages: [String] = []
    var (ids, keys) = (Set<Value.ID>(), Set<String>())
    rows.reserveCapacity(found.count)
    for row in found {
      do {
        let value = try definition.decoded(row)
        let isCurrent = row.version == definition.version
        let key = isCurrent ? row.key : try SavedFormat.json.key(of: value.id)
        guard ids.insert(value.id).inserted, keys.insert(key).inserted else {
          throw SavedDamage("another row has the id \(key)")
        }
        rows.append(StoredRow(value: value, key: key, position: row.position, generation: row.generation))
        if !isCurrent {
          outdated.append(
            Outdated(storedKey: row.key, key: key, version: row.version, generation: row.generation)
          )
        }
      } catch {
        damaged.append((row.key, row.generation))
        damages.append("\(row.key): \((error as? SavedDamage)?.reason ?? "\(error)")")
      }
    }
    return damages
  }
}

extension SavedDefinition {
  /// The value of a row.
  func decoded(_ row: FoundRow) throws -> Value {
    guard let decode = decoders[row.version] else {
      throw SavedDamage("there is no migration from version \(row.version)")
    }
    return try decode(row.value)
  }
}

extension SavedFormat {
  /// An id as the key of a row.
  func key(of id: some Encodable) throws -> String { try String(decoding: encoded(id), as: UTF8.self) }
}

/// A row as it is stored.
struct FoundRow: Sendable {
  let key: String
  let position: Int64
  let version: Int
  let generation: Int64
  let value: Data
}

extension DatabaseStorage {
  /// All rows of an id, at one moment, in order.
  func rows(of id: String) throws -> (header: Header?, dataVersion: Int?, rows: [FoundRow]) {
    try reading { db in
      let dataVersion = try Int.fetchOne(db, sql: "PRAGMA data_version")
      let header = try Header.fetched(id, from: db)
      if header?.hasValue == true { throw OtherForm(id: id, isRows: false) }
      let sql = """
        SELECT key, position, version, generation, value FROM store_rows WHERE saved = ? ORDER BY position, key
        """
      var rows: [FoundRow] = []
      let cursor = try Row.fetchCursor(db, sql: sql, arguments: [id])
      while let row = try cursor.next() {
        rows.append(FoundRow(key: row[0], position: row[1], version: row[2], generation: row[3], value: row[4]))
      }
      return (header, dataVersion, rows)
    }
  }

  /// Reads at one moment.
  ///
  /// By the connection that writes: only its `data_version` says what others have changed.
  func reading<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try database.writeWithoutTransaction { db in
      var result: Result?
      try db.inTransaction(.deferred) {
        result = try body(db)
        return .commit
      }
      // Never nil: the transaction has called its body.
      return result!
    }
  }
}
#endif
