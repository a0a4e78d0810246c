import ElmEngine
import Foundation
import StorePersistence
import StoreTesting
import Testing

private nonisolated struct Note: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

private struct Notebook: Equatable {
  var notes: [Note] = []
  var failure: String?
}

private enum NotebookAction: Equatable {
  case add(String)
  case saveFailed(String)
  case reloaded([Note])
}

@MainActor
private func notebook(state: inout Notebook, action: NotebookAction) -> Effect<NotebookAction> {
  switch action {
  case .add(let text): state.notes.append(Note(id: state.notes.count, text: text))
  case .saveFailed(let words): state.failure = words
  case .reloaded(let notes): state.notes = notes
  }
  return .none
}

private struct OldNote: Codable {
  let id: Int
  let title: String
}

@MainActor
@Suite final class SavingAStoreTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func `notes are saved in a file, and loaded from it`() async throws {
    do {
      let savedNotes = Saved("notes", [Note].self)
      let loaded = savedNotes.load(from: FileStorage(directory: folder))

      let store = Store(initialState: Notebook(notes: loaded.value ?? []), reduce: notebook)
      store.persist(\.notes, as: loaded) { .saveFailed("\($0)") }

      store.send(.add("Milk"))
    }
    let savedNotes = Saved("notes", [Note].self)
    let loaded = savedNotes.load(from: FileStorage(directory: folder))
    #expect(loaded.value == [Note(id: 0, text: "Milk")])
    let store = Store(initialState: Notebook(notes: loaded.value ?? []), reduce: notebook)
    store.send(.add("Bread"))

    let saving = store.persist(\.notes, as: loaded)
    try await saving.save()

    #expect(store.state.failure == nil)
  }

  @Test func `another process's notes are added`() async throws {
    let savedNotes = Saved("notes", [Note].self)
    let storage = MemoryStorage()
    let loaded = savedNotes.load(from: storage)
    let store = Store(initialState: Notebook(), reduce: notebook)
    store.send(.add("Milk"))

    let saving = store.persist(
      \.notes,
      as: loaded,
      changedOutside: { .reloaded($0) },
      resolve: { mine, theirs in mine + theirs.filter { note in !mine.contains { $0.id == note.id } } }
    )

    let theirs = SavedRecord(
      version: 1,
      mark: SavedMark(writer: "", generation: 1),
      payload: Data(#"[{"id":7,"text":"Bread"}]"#.utf8)
    )
    try storage.write(theirs, of: "notes", expecting: nil, keepingOldAs: nil)
    store.send(.add("Tea"))
    try await saving.save()
    #expect(store.notes.map(\.text) == ["Milk", "Tea", "Bread"])
  }

  @Test func `two versions are migrated`() {
    let savedNotes = Saved("notes", version: 3, [Note].self)
      .migrating(from: 2, [OldNote].self) { notes in notes.map { Note(id: $0.id, text: $0.title) } }
      .migrating(from: 1, [String].self) { texts in texts.enumerated().map { OldNote(id: $0, title: $1) } }

    let first = SavedRecord(version: 1, mark: SavedMark(writer: "", generation: 1), payload: Data(#"["Milk"]"#.utf8))
    let loaded = savedNotes.load(from: MemoryStorage(["notes": first]))
    #expect(loaded.value == [Note(id: 0, text: "Milk")])
  }

  private let savedNotes = Saved("notes", version: 3, [Note].self)
    .migrating(from: 2, [OldNote].self) { notes in notes.map { Note(id: $0.id, text: $0.title) } }
    .migrating(from: 1, [String].self) { texts in texts.enumerated().map { OldNote(id: $0, title: $1) } }

  @Test func `notes of each version load`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Versions")
    let values = try savedNotes.loadVersions(in: folder, example: [Note(id: 0, text: "Milk")])
    for version in 1...3 { #expect(values[version] == [Note(id: 0, text: "Milk")]) }
  }

  @Test func `a test saves in memory`() async {
    let savedNotes = Saved("notes", [Note].self)

    let storage = MemoryStorage()
    let store = TestStore { Store(initialState: Notebook(), options: $0, reduce: notebook) }
    store.store.persist(\.notes, as: savedNotes.load(from: storage))
    await store.send(.add("Milk")) { $0.notes = [Note(id: 0, text: "Milk")] }
    await store.clock.advance(by: .seconds(1))
    #expect(savedNotes.load(from: storage).value == [Note(id: 0, text: "Milk")])
    await store.finish()
  }
}
