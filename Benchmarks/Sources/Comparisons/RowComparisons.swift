import ElmEngine
import Foundation
import GRDB
import StoreDatabase

/// A change of one of 10,000 rows in a database, saved by rows, against the same saved as a whole.
///
/// Both are on the disk when they end.
@MainActor
func oneRow() -> Comparison {
  let rows = SavedStore("rows") { store, storage in
    store.persist(\.self, as: SavedRows("rows", SavedRow.self).load(from: storage), every: .seconds(3_600))
  }
  let whole = SavedStore("whole") { store, storage in
    store.persist(\.self, as: Saved("whole", [SavedRow].self).load(from: storage), every: .seconds(3_600))
  }
  return Comparison("one of 10,000 rows saved, against all", limit: 0.05, operations: 10) { count in
    for index in 0..<count { rows.save(index) }
  } raw: { count in
    for index in 0..<count { whole.save(index) }
  }
}

/// A store of rows that is saved in a database, and made when it is used first.
@MainActor
private final class SavedStore {
  typealias Rows = Store<[SavedRow], Int>

  private let name: String
  private let persist: (Rows, DatabaseStorage) -> Persistence

  init(_ name: String, persist: @escaping (Rows, DatabaseStorage) -> Persistence) {
    self.name = name
    self.persist = persist
  }

  private lazy var saved: (store: Rows, saving: Persistence) = {
    let store = Rows(initialState: SavedRow.all) { rows, index in
      var newRows = rows
      newRows[index].changeCount &+= 1
      return (newRows, .none)
    }
    do {
      try FileManager.default.createDirectory(at: savedFolder, withIntermediateDirectories: true)
      let path = savedFolder.appending(path: "\(name)-\(UUID().uuidString).sqlite").path
      return (store, persist(store, try DatabaseStorage(DatabaseQueue(path: path))))
    } catch {
      fatalError("\(error)")
    }
  }()

  func save(_ index: Int) {
    saved.store.send(index)
    do { try saved.saving.saveNow() } catch { fatalError("\(error)") }
  }
}
