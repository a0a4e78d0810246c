#if SQLite
import Foundation
import GRDB
import StorePersistence
import Testing

@testable import StoreDatabase

@Suite struct DatabaseStorageTests {
  private let folder = Folder()

  private func record(_ generation: UInt64, _ text: String) -> SavedRecord {
    SavedRecord(version: 2, mark: SavedMark(writer: "w", generation: generation), payload: Data(text.utf8))
  }

  /// What all storages do.
  private func checkContract(_ storage: some SavedStorage) throws {
    #expect(try storage.read("n") == nil)
    #expect(try storage.mark(of: "n") == nil)
    try storage.write(record(1, "a"), of: "n", expecting: nil, keepingOldAs: nil)
    #expect(try storage.read("n") == record(1, "a"))
    #expect(try storage.mark(of: "n") == record(1, "").mark)
    #expect(try storage.read("ö/'\"") == nil)
    try storage.write(record(.max, ""), of: "ö/'\"", expecting: nil, keepingOldAs: nil)
    #expect(try storage.read("ö/'\"") == record(.max, ""))
    for reason in [nil, .damaged, .conflict] as [KeptCopy?] {
      #expect(throws: SavedConflict(record(1, "").mark)) {
        try storage.write(record(2, "b"), of: "n", expecting: nil, keepingOldAs: reason)
      }
      #expect(throws: SavedConflict(record(1, "").mark)) {
        let mark = SavedMark(writer: "v", generation: 1)
        try storage.write(record(2, "b"), of: "n", expecting: mark, keepingOldAs: reason)
      }
    }
    var mark = record(1, "").mark
    for number in 2...9 as ClosedRange<UInt64> {
      let reason: KeptCopy = number == 2 ? .damaged : number == 3 ? .version(1) : .conflict
      try storage.write(record(number, "b"), of: "n", expecting: mark, keepingOldAs: reason)
      mark = record(number, "").mark
    }
    #expect(throws: TooManyCopies.self) {
      try storage.write(record(10, "c"), of: "n", expecting: mark, keepingOldAs: .conflict)
    }
    #expect(try storage.read("n") == record(9, "b"))
    try storage.write(record(10, "c"), of: "n", expecting: mark, keepingOldAs: nil)
    #expect(try storage.read("n") == record(10, "c"))
  }

  @Test func `all storages do the same`() throws {
    try checkContract(MemoryStorage())
    try checkContract(FileStorage(directory: folder.url.appending(path: "files")))
    try checkContract(DatabaseStorage(folder.pool()))
    try checkContract(DatabaseStorage(DatabaseQueue()))
    try checkContract(DatabaseStorage(DatabaseQueue(path: folder.url.path + "/queue.sqlite")))
  }

  @Test func `copies have names, and the bytes that they had`() throws {
    let queue = try DatabaseQueue()
    let storage = try DatabaseStorage(queue)
    try storage.write(record(1, "a"), of: "n", expecting: nil, keepingOldAs: nil)
    try storage.write(record(2, "b"), of: "n", expecting: record(1, "").mark, keepingOldAs: .version(2))
    try storage.write(record(3, "c"), of: "n", expecting: record(2, "").mark, keepingOldAs: .damaged)
    let kept = try queue.read { db in
      try Row.fetchAll(
        db,
        sql: "SELECT reason, version, CAST(value AS TEXT) AS text, key FROM store_kept ORDER BY rowid"
      )
    }
    let words = kept.map { "\($0["reason"] as String) \($0["version"] as Int) \($0["text"] as String)" }
    #expect(words == ["version-2 2 a", "damaged-1 2 b"])
  }

  @Test func `a save is durable on return, by a pool and by a queue`() throws {
    let queuePath = folder.url.path + "/queue.sqlite"
    for database in [try folder.pool(), try DatabaseQueue(path: queuePath)] as [any DatabaseWriter] {
      _ = try DatabaseStorage(database)
      try database.writeWithoutTransaction { db in
        let settings = try ["journal_mode", "synchronous", "busy_timeout"].map { name in
          try String.fetchOne(db, sql: "PRAGMA \(name)")
        }
        // 2 is FULL.
        #expect(settings == ["wal", "2", "5000"])
      }
    }
  }

  @Test func `a database that cannot have a write-ahead log is refused`() throws {
    // SQLite's own temporary database, which it deletes.
    let temporary = try DatabaseQueue(path: "")
    let error = #expect(throws: NoWriteAheadLog.self) { try DatabaseStorage(temporary) }
    #expect(error?.description.contains("cannot be in mode WAL, but is in 'delete'") == true)
  }

  @Test func `a time to wait that the app has chosen stays`() throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(1)
    let pool = try DatabasePool(path: folder.path, configuration: configuration)
    _ = try DatabaseStorage(pool)
    #expect(try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA busy_timeout") } == 1_000)
  }

  @Test func `two storages of one database are one place, and two in memory are two`() throws {
    #expect(try DatabaseStorage(folder.pool()).identity == DatabaseStorage(folder.pool()).identity)
    let queue = try DatabaseQueue()
    let identities = try [queue, queue, DatabaseQueue()].map { try DatabaseStorage($0).identity }
    #expect(identities[0] == identities[1])
    #expect(identities[0] != identities[2])
  }

  @Test func `the app's own tables may be beside, and have its migrations`() throws {
    let pool = try folder.pool()
    _ = try DatabaseStorage(pool)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("first") { db in try db.execute(sql: "CREATE TABLE player (name TEXT)") }
    try migrator.migrate(pool)
    #expect(try pool.read { try migrator.hasBeenSuperseded($0) } == false)
    let storage = try DatabaseStorage(pool)
    try storage.write(record(1, "a"), of: "n", expecting: nil, keepingOldAs: nil)
    #expect(try storage.read("n") == record(1, "a"))
  }

  @Test func `a read-only database is read, and a write to it throws`() throws {
    do {
      let storage = try DatabaseStorage(folder.pool())
      try storage.write(record(1, "a"), of: "n", expecting: nil, keepingOldAs: nil)
    }
    var configuration = Configuration()
    configuration.readonly = true
    let storage = try DatabaseStorage(DatabaseQueue(path: folder.path, configuration: configuration))
    #expect(try storage.read("n") == record(1, "a"))
    #expect(throws: DatabaseError.self) {
      try storage.write(record(2, "b"), of: "n", expecting: record(1, "").mark, keepingOldAs: nil)
    }
    #expect(try storage.read("n") == record(1, "a"))
  }
}
#endif
