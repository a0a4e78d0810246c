import Foundation
import GRDB
import StoreDatabase

extension DatabaseStorage {
  /// The database of the app, which is made when there is none.
  static func contacts() throws -> DatabaseStorage {
    let files = FileManager.default
    let folder = try files.url(
      for: .applicationSupportDirectory,
      in: .userDomainMask,
      appropriateFor: nil,
      create: true
    )
    .appending(path: "Contacts")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    return try DatabaseStorage(DatabasePool(path: folder.appending(path: "contacts.sqlite").path))
  }
}
