import ElmEngine
import Foundation
import StorePersistence

/// What saving adds to actions and to the main actor, and what loading adds to decoding.
@MainActor
func savingComparisons() -> [Comparison] {
  [waitingSaver(), savedSends(), oneSave(), load(), reading(), oneRow()]
}

/// A send with a saver that waits for the end of its interval, against one without.
@MainActor
func waitingSaver() -> Comparison {
  let (store, saved) = (makeCounterStore(), makeCounterStore())
  saved.persist(\.count, as: Saved("count", Int.self).load(from: MemoryStorage()), every: .seconds(3_600))
  return Comparison("send, a saver waits, against none", limit: 1.05, operations: 200_000) { count in
    for _ in 0..<count { saved.send(.add(1)) }
  } raw: { count in
    for _ in 0..<count { store.send(.add(1)) }
  }
}

/// Sends that change a row, while all rows are saved in a file again and again, against the same without a saver.
@MainActor
private func savedSends() -> Comparison {
  let (store, saved) = (RowStore(), RowStore(savedEach: .milliseconds(50)))
  func send(_ count: Int, to store: Store<[SavedRow], Int>) async {
    for index in 0..<count {
      store.send(index % SavedRow.count)
      // As an app does between two events: the saver reads the state in a turn of its own.
      if index % 20_000 == 0 { await Task.yield() }
    }
  }
  return Comparison(
    "sends, 10,000 rows saved each 50 ms, against none",
    limit: 1.1,
    operations: 10_000_000,
    rounds: 9,
    ours: { await send($0, to: saved.store) },
    raw: { await send($0, to: store.store) }
  )
}

/// What one save and the change before it take, but for the encoding, against a change that copies the array.
///
/// Saved at once, so that all of it is timed here: elsewhere the comparison with what was saved last, and the release of
/// that, are not on the main actor. The main actor takes less of a save than this.
@MainActor
private func oneSave() -> Comparison {
  let saved = RowStore(savedEach: .seconds(3_600), isEncoded: false)
  // Used on the main actor only.
  nonisolated(unsafe) var rows = SavedRow.all
  return Comparison("a save of 10,000 rows, not encoded, against a copy", limit: 1.5, operations: 100) { count in
    for index in 0..<count {
      saved.store.send(index)
      do { try saved.saving?.saveNow() } catch { fatalError("\(error)") }
    }
  } raw: { count in
    for index in 0..<count {
      let old = rows
      rows[index].changeCount &+= 1
      withExtendedLifetime(old) {}
    }
  }
}

/// Loading rows from a file, against decoding their bytes.
@MainActor
private func load() -> Comparison {
  let storage = FileStorage(directory: savedFolder.appending(path: "load"))
  let saved = Saved("rows", [SavedRow].self)
  // Used on the main actor only.
  nonisolated(unsafe) var bytes = Data()
  return Comparison("load 10,000 rows, against decoding", limit: 1.3, operations: 5) { count in
    for _ in 0..<count {
      guard saved.load(from: storage).value?.count == SavedRow.count else { fatalError("It was not loaded.") }
    }
  } raw: { count in
    if bytes.isEmpty {
      let store = RowStore(in: "load", savedEach: .zero)
      store.store.send(0)
      do { try store.saving?.saveNow() } catch { fatalError("\(error)") }
      bytes = (try? storage.read("rows"))?.payload ?? Data()
    }
    for _ in 0..<count {
      guard (try? JSONDecoder().decode([SavedRow].self, from: bytes))?.count == SavedRow.count else {
        fatalError("It was not decoded.")
      }
    }
  }
}

/// Reading the present state in an effect, against running a closure on the main actor.
@MainActor
private func reading() -> Comparison {
  let store = Store<Counter, Int>(initialState: Counter()) { state, count in
    (
      state,
      .run { send in
        for _ in 0..<count { _ = await send.read { (counter: Counter) in counter.count } }
      }
    )
  }
  let plain = PlainCounter()
  return Comparison("send.read, against MainActor.run", limit: 1.3, operations: 5_000) { count in
    await store.send(count).value
  } raw: { count in
    await Task { @concurrent in
      for _ in 0..<count { _ = await MainActor.run { plain.count } }
    }.value
  }
}

/// Files of a former run are written over.
let savedFolder = FileManager.default.temporaryDirectory.appending(path: "store-engines-benchmarks")

struct SavedRow: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
  var changeCount = 0

  static let count = 10_000
  static var all: [SavedRow] { (0..<count).map { SavedRow(id: $0, text: "the text of the row with the number \($0)") } }
}

/// A store of rows, saved in a file if that is asked for, and made when it is used first.
@MainActor
private final class RowStore {
  private let place: String
  private let interval: Duration?
  private let isEncoded: Bool
  private(set) var saving: Persistence?

  init(in place: String = "rows", savedEach interval: Duration? = nil, isEncoded: Bool = true) {
    self.place = place
    self.interval = interval
    self.isEncoded = isEncoded
  }

  lazy var store: Store<[SavedRow], Int> = {
    let store = Store<[SavedRow], Int>(initialState: SavedRow.all) { rows, index in
      var newRows = rows
      newRows[index].changeCount &+= 1
      return (newRows, .none)
    }
    guard let interval else { return store }
    let saved = Saved("rows", [SavedRow].self, format: isEncoded ? .json : .nothing)
    let files = FileStorage(directory: savedFolder.appending(path: place))
    let loaded = isEncoded ? saved.load(from: files) : saved.load(from: BackgroundStorage())
    saving = store.persist(\.self, as: loaded, every: interval)
    return store
  }()
}

extension SavedFormat {
  /// One that leaves everything out.
  fileprivate static let nothing = SavedFormat { _ in
    Data()
  } decode: { _, _ in
    throw CocoaError(.coderReadCorrupt)
  }
}

/// A storage in memory that is used as one that may block.
private struct BackgroundStorage: SavedStorage {
  private let memory = MemoryStorage()

  var identity: String { memory.identity }
  var isInstant: Bool { false }

  func read(_ id: String) -> SavedRecord? { memory.read(id) }

  func write(_ record: SavedRecord, of id: String, expecting: SavedMark?, keepingOldAs: KeptCopy?) throws {
    try memory.write(record, of: id, expecting: expecting, keepingOldAs: keepingOldAs)
  }
}
