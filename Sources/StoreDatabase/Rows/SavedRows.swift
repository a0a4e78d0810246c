#if SQLite
public import StorePersistence

/// The rows of a collection that are kept in a database, each by itself: the id of the collection, the version of a row, and
/// how a row of an older version becomes one of this.
///
/// ```swift
/// let savedNotes = SavedRows("notes", version: 2, Note.self)
///   .migrating(from: 1, OldNote.self) { Note(id: $0.id, text: $0.title) }
/// ```
public struct SavedRows<Row: Codable & Equatable & Identifiable & Sendable, Oldest: Decodable & Sendable>: Sendable
where Row.ID: Codable & Sendable {
  private let row: Saved<Row, Oldest>

  /// The id under which the rows are kept.
  public var id: String { row.id }
  /// The version of a row's type.
  public var version: Int { row.version }

  /// How a row is stored.
  var definition: SavedDefinition<Row> { row.definition }

  private init(_ row: Saved<Row, Oldest>) { self.row = row }

  /// Adds an older version, whose rows `step` turns into those of the next version that is known.
  ///
  /// Ends the program, at the line of the call, if the version is not older than those that are known.
  ///
  /// - Parameters:
  ///   - version: The older version.
  ///   - older: The type of its rows.
  ///   - fileID: The file of the call; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - step: The migration of a row, called off the main actor or on it, as loading is. What it throws makes the row damaged.
  /// - Returns: the saved rows with the older version.
  public func migrating<Older: Decodable & Sendable>(
    from version: Int,
    _ older: Older.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ step: @escaping @Sendable (Older) throws -> Oldest
  ) -> SavedRows<Row, Older> {
    SavedRows<Row, Older>(row.migrating(from: version, older, fileID: fileID, line: line, step))
  }

  /// Loads the rows.
  ///
  /// What ended stores have not saved yet under this id is saved first, and saves in progress are waited for. It reads and
  /// decodes on the main actor: for many rows use ``loadInBackground(from:)``.
  @MainActor
  public func load(from storage: DatabaseStorage) -> LoadedRows<Row> {
    let lane = SaveLane.lane(of: id, in: storage)
    lane.makeFinalSaves()
    return lane.performAndWait { [definition] in LoadedRows(definition, lane, storage) }
  }

  /// Loads the rows, and reads and decodes them off the main actor.
  @MainActor
  public func loadInBackground(from storage: DatabaseStorage) async -> LoadedRows<Row> {
    let lane = SaveLane.lane(of: id, in: storage)
    lane.makeFinalSaves()
    return await withCheckedContinuation { continuation in
      lane.perform { [definition] in
        continuation.resume(returning: LoadedRows(definition, lane, storage))
      }
    }
  }
}

extension SavedRows where Oldest == Row {
  /// Creates saved rows without older versions.
  ///
  /// - Parameters:
  ///   - id: The id under which they are kept, unique in its database.
  ///   - version: The version of a row's type: raise it when older bytes cannot be decoded any more, and add a migration.
  ///   - row: The type of a row.
  ///   - format: How a row is encoded. Its id is kept as JSON.
  ///   - fileID: The file of the call, for the message about an empty id; leave it out.
  ///   - line: The line of the call; leave it out.
  public init(
    _ id: String,
    version: Int = 1,
    _ row: Row.Type = Row.self,
    format: SavedFormat = .json,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(Saved(id, version: version, row, format: format, fileID: fileID, line: line))
  }
}
#endif
