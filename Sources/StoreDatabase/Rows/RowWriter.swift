#if SQLite
import Foundation
import GRDB
import StoreCore
import StorePersistence

/// The saves of one saver of rows: it writes what has changed, and knows what it wrote last.
final class RowWriter<Rows: RandomAccessCollection & Sendable>: SavedWriter
where
  Rows.Element: Codable & Equatable & Identifiable & Sendable, Rows.Element.ID: Codable & Sendable
{
  typealias Row = Rows.Element

  private struct State {
    var snapshot: RowSnapshot<Row>
    /// The first rows if nothing was loaded: they are saved only when they have changed, or if that is asked for.
    var first: (@Sendable () -> Rows)?
    /// The number of saves and of takings over, by which what was found is known to be of the present.
    var revision = 0
  }

  /// The rows that are stored, by other processes too.
  struct Found: Sendable {
    var rows: [StoredRow<Row>]
    let dataVersion: Int?
    let revision: Int
  }

  /// The number of migrated rows that are written back in one transaction, behind which other processes wait.
  private static var batch: Int { 500 }

  /// The name of this writer among all that write.
  private let name = UUID().uuidString
  private let definition: SavedDefinition<Row>
  private let storage: DatabaseStorage
  private let state: Locked<State>

  init(behind loaded: LoadedRows<Row>, first: @escaping @Sendable () -> Rows) {
    definition = loaded.definition
    storage = loaded.storage
    let isNothing = if case .nothing = loaded.outcome { true } else { false }
    state = Locked(State(snapshot: loaded.snapshot, first: isNothing ? first : nil))
  }

  // MARK: Saving

  func write(_ rows: Rows, isAsked: Bool) throws(PersistenceFailure) -> SavedOutcome<Found> {
    let known = state.withLock { $0 }
    if let first = known.first, !isAsked, first().elementsEqual(rows) { return .stored }
    do {
      return try write(rows, behind: known)
    } catch let failure as PersistenceFailure {
      throw failure
    } catch let duplicate as DuplicateRow {
      throw failure(.duplicateRow(duplicate.key))
    } catch is TooManyCopies {
      throw failure(.tooManyCopies)
    } catch {
      throw failure(.storage(error))
    }
  }

  private func write(_ rows: Rows, behind known: State) throws -> SavedOutcome<Found> {
    var snapshot = known.snapshot
    var plan = try plan(rows, snapshot.rows)
    guard !plan.changes.isEmpty || !snapshot.outdated.isEmpty || known.first != nil else { return .stored }
    var isAside = false
    while !snapshot.outdated.isEmpty {
      isAside = try writeBack(&snapshot) || isAside
      plan = try self.plan(rows, snapshot.rows)
    }
    if !plan.changes.isEmpty || !snapshot.damaged.isEmpty || known.first != nil {
      isAside = try carryOut(&plan, &snapshot) || isAside
    }
    return isAside ? .storedBesideTheirs : .stored
  }

  private func plan(_ rows: Rows, _ known: [StoredRow<Row>]) throws -> RowPlan<Row> {
    try RowPlan(from: known, to: rows) { try encoding(SavedFormat.json.key(of: $0)) }
  }

  private func encoding<Result>(_ body: @autoclosure () throws -> Result) throws(PersistenceFailure) -> Result {
    do { return try body() } catch { throw failure(.encoding(error)) }
  }

  private func note(_ snapshot: RowSnapshot<Row>) {
    state.withLock { $0 = State(snapshot: snapshot, first: nil, revision: $0.revision + 1) }
  }

  /// Writes changes in one transaction, and returns whether another process's bytes were set aside.
  private func carryOut(_ plan: inout RowPlan<Row>, _ snapshot: inout RowSnapshot<Row>) throws -> Bool {
    let known = snapshot.rows
    // Before the transaction, behind which other processes wait.
    let bytes = try plan.changes.map { change -> Data? in
      switch change {
      case .insert(let index), .update(let index, _): try encoding(definition.format.encoded(plan.rows[index].value))
      case .remove, .move: nil
      }
    }
    var written: [Int] = []
    var generation: Int64 = 0
    let isAside = try transaction { save in
      written = []
      generation = save.generation
      for row in snapshot.damaged { try save.removeDamaged(row.key, row.generation) }
      for (change, bytes) in zip(plan.changes, bytes) {
        switch change {
        case .remove(let index):
          try save.remove(known[index].key, known[index].generation) { try encoded(known[index].value) }
        case .insert(let index):
          try save.write(plan.rows[index], bytes ?? Data(), nil) { nil }
          written.append(index)
        case .update(let index, known: let origin):
          try save.write(plan.rows[index], bytes ?? Data(), known[origin].generation) {
            try encoded(known[origin].value)
          }
          written.append(index)
        case .move(let index, known: let origin):
          if try save.move(plan.rows[index], known[origin].generation) { written.append(index) }
        }
      }
    }
    plan.note(generation, at: written)
    snapshot.rows = plan.rows
    snapshot.damaged = []
    note(snapshot)
    return isAside
  }

  private func encoded(_ row: Row) throws -> Data? { try encoding(definition.format.encoded(row)) }

  /// Writes migrated rows back as they were loaded, and returns whether another process's bytes were set aside.
  ///
  /// Those that keep their key in parts. Rows with new keys in one: one may take the place of another.
  private func writeBack(_ snapshot: inout RowSnapshot<Row>) throws -> Bool {
    let renamed = snapshot.outdated.filter { $0.key != $0.storedKey }
    let batch = renamed.isEmpty ? Array(snapshot.outdated.prefix(Self.batch)) : renamed
    var indices: [String: Int] = [:]
    for (index, row) in snapshot.rows.enumerated() { indices[row.key] = index }
    let rows = snapshot.rows
    let parts = try batch.compactMap { outdated in
      try indices[outdated.key].map { (outdated, $0, try encoding(definition.format.encoded(rows[$0].value))) }
    }
    var written: [Int] = []
    var generation: Int64 = 0
    let isAside = try transaction { save in
      written = []
      generation = save.generation
      for (outdated, _, _) in parts where outdated.key != outdated.storedKey {
        try save.removeOutdated(outdated)
      }
      for (outdated, index, bytes) in parts {
        let isRenamed = outdated.key != outdated.storedKey
        if !isRenamed, try !save.keepOutdated(outdated) { continue }
        try save.write(rows[index], bytes, isRenamed ? nil : rows[index].generation) { nil }
        written.append(index)
      }
    }
    for index in written { snapshot.rows[index].generation = generation }
    let keys = Set(batch.map(\.key))
    snapshot.outdated.removeAll { keys.contains($0.key) }
    // The damaged ones are left to the next transaction.
    note(snapshot)
    return isAside
  }

  /// Makes a save of what `body` writes, and returns whether another process's bytes were set aside.
  private func transaction(_ body: (inout RowSave) throws -> Void) throws -> Bool {
    try storage.database.writeWithoutTransaction { db in
      var isAside = false
      try db.inTransaction(.immediate) {
        let header = try Header.fetched(definition.id, from: db)
        if let header, header.hasValue { throw OtherForm(id: definition.id, isRows: false) }
        if let header, header.version > definition.version {
          throw failure(.refused("it was saved by a newer version of the app, \(header.version)"))
        }
        var save = RowSave(
          db: db,
          saved: definition.id,
          version: definition.version,
          generation: (header?.generation ?? 0) + 1
        )
        try save.writeHeader(by: name)
        try body(&save)
        isAside = save.isAside
        return .commit
      }
      return isAside
    }
  }

  // MARK: Other processes

  func findOther() -> Found? {
    let known = state.withLock { $0 }
    return try? storage.reading { db in
      let dataVersion = try Int.fetchOne(db, sql: "PRAGMA data_version")
      guard dataVersion != known.snapshot.dataVersion else { return nil }
      // What is of a newer version is left to the next save, which tells of it.
      guard let header = try Header.fetched(definition.id, from: db), !header.hasValue,
        header.version <= definition.version
      else { return nil }
      var found = Found(rows: [], dataVersion: dataVersion, revision: known.revision)
      var knownRows: [String: StoredRow<Row>] = [:]
      for row in known.snapshot.rows { knownRows[row.key] = row }
      var isSame = true
      let sql = "SELECT key, position, version, generation FROM store_rows WHERE saved = ? ORDER BY position, key"
      let cursor = try GRDB.Row.fetchCursor(db, sql: sql, arguments: [definition.id])
      while let row = try cursor.next() {
        let (key, position, version, generation): (String, Int64, Int, Int64) = (row[0], row[1], row[2], row[3])
        if var old = knownRows[key], old.generation == generation {
          isSame = isSame && old.position == position
          old.position = position
          found.rows.append(old)
          continue
        }
        let sql = "SELECT value FROM store_rows WHERE saved = ? AND key = ?"
        let bytes = try Data.fetchOne(db.cachedStatement(sql: sql), arguments: [definition.id, key]) ?? Data()
        let stored = FoundRow(key: key, position: position, version: version, generation: generation, value: bytes)
        guard let value = try? definition.decoded(stored) else { continue }
        isSame = false
        found.rows.append(StoredRow(value: value, key: key, position: position, generation: generation))
      }
      if isSame, found.rows.count == known.snapshot.rows.count {
        state.withLock { if $0.revision == known.revision { $0.snapshot.dataVersion = dataVersion } }
        return nil
      }
      return found
    }
  }

  func isPresent(_ found: Found) -> Bool { state.withLock { $0.revision == found.revision } }

  func adopt(_ found: Found) {
    state.withLock { state in
      state.snapshot.rows = found.rows
      state.snapshot.dataVersion = found.dataVersion
      state.first = nil
      state.revision += 1
    }
  }

  private func failure(_ reason: PersistenceFailure.Reason) -> PersistenceFailure {
    PersistenceFailure(id: definition.id, reason: reason)
  }
}
#endif
