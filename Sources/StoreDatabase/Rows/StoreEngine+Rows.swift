#if SQLite
public import StoreCore
public import StorePersistence

extension StoreEngine {
  /// Saves the rows of a collection in the state whenever they have changed, each by itself.
  ///
  /// ```swift
  /// let loaded = SavedRows("notes", Note.self).load(from: try DatabaseStorage(DatabasePool(path: path)))
  /// let store = Store(initialState: Notebook(notes: loaded.rows), reduce: notebook)
  /// store.persist(\.notes, as: loaded)
  /// ```
  ///
  /// It saves when the form for values does. Only rows that are new, removed, moved or not equal are written, all of them in
  /// one transaction; they are found, encoded and written off the main actor. Rows that different processes change are not in
  /// conflict. If both change one row, the other's bytes are set aside in the table `store_kept`, this process's row is saved,
  /// and that is a failure to be told; a row that one of them has removed and the other has changed is kept. If two rows have
  /// one id, nothing is written, and that is a failure.
  ///
  /// - Parameters:
  ///   - part: The rows.
  ///   - loaded: The result of loading them. Rows that were not loaded cannot be saved over.
  ///   - interval: The least time between two saves, by the store's clock.
  ///   - fileID: The module and the file of the call; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - failed: Makes the action for a failure, of a streak of failures for the first. Without it, a failure is logged as
  ///     an ``UncaughtError``.
  /// - Returns: the saving, which need not be kept.
  /// - Complexity: O(n) comparisons of rows a save if only values have changed, else O(n log n).
  @discardableResult
  public func persist<Rows: RandomAccessCollection & Sendable>(
    _ part: KeyPath<State, Rows>,
    as loaded: LoadedRows<Rows.Element>,
    every interval: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    failed: (@Sendable (PersistenceFailure) -> Action)? = nil
  ) -> Persistence {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return persist(part, loaded, interval, failed, nil, location)
  }

  // Disfavoured, so that a closure without a label is for a failure.
  /// Saves the rows of a collection that other processes save too, such as an app and its extension.
  ///
  /// Once an interval it looks whether another process has saved. If nothing is unsaved here, `changedOutside` makes the
  /// action that brings the rows into the state; a row that cannot be decoded is left out, and stays in the database.
  ///
  /// - Parameters:
  ///   - part: The rows.
  ///   - loaded: The result of loading them.
  ///   - interval: The least time between two saves and between two looks, by the store's clock.
  ///   - fileID: The module and the file of the call; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - changedOutside: Makes the action for all rows as they are stored.
  ///   - failed: Makes the action for a failure.
  /// - Returns: the saving, which need not be kept.
  @_disfavoredOverload
  @discardableResult
  public func persist<Rows: RandomAccessCollection & Sendable>(
    _ part: KeyPath<State, Rows>,
    as loaded: LoadedRows<Rows.Element>,
    every interval: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    changedOutside: @escaping @Sendable ([Rows.Element]) -> Action,
    failed: (@Sendable (PersistenceFailure) -> Action)? = nil
  ) -> Persistence {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return persist(part, loaded, interval, failed, changedOutside, location)
  }

  private func persist<Rows: RandomAccessCollection & Sendable>(
    _ part: KeyPath<State, Rows>,
    _ loaded: LoadedRows<Rows.Element>,
    _ interval: Duration,
    _ failed: (@Sendable (PersistenceFailure) -> Action)?,
    _ changedOutside: (@Sendable ([Rows.Element]) -> Action)?,
    _ location: CallSite
  ) -> Persistence {
    let changed = changedOutside.map { changedOutside in
      { changedOutside($0.rows.map(\.value)) } as @Sendable (RowWriter<Rows>.Found) -> Action
    }
    let load = SavedLoad(
      loaded.definition.id,
      loaded.lane,
      loaded.outcome,
      isMigrated: !loaded.snapshot.outdated.isEmpty
    )
    return persist(load, every: interval, failed, changedOutside: changed, location) { state in
      let rows = state[keyPath: part]
      return { rows }
    } writer: { first in
      RowWriter(behind: loaded, first: first)
    }
  }
}
#endif
