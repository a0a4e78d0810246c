import ElmEngine
import Foundation
import StorePersistence
import StoreTesting
import Testing

// A step of the tour: the notes are saved.

private nonisolated struct Note: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

private struct Notebook: Equatable {
  var notes: [Note] = []
  var error: String?
}

private enum NotebookAction: Equatable, Sendable {
  case add(String)
  case failed(String)
}

private let notebook = ComposedReducer { (notebook: inout Notebook, action: NotebookAction) in
  switch action {
  case .add(let text): notebook.notes.append(Note(id: notebook.notes.count, text: text))
  case .failed(let reason): notebook.error = reason
  }
  return .none
}

private let savedNotes = Saved("notes", [Note].self)

@MainActor
private func openNotebook(
  in storage: some SavedStorage,
  options: StoreOptions = StoreOptions()
)
  -> Store<Notebook, NotebookAction>
{
  let loaded = savedNotes.load(from: storage)
  let store = Store(initialState: Notebook(notes: loaded.value ?? []), options: options, reducer: notebook)
  store.persist(\.notes, as: loaded) { .failed("\($0)") }
  return store
}

@MainActor
@Suite final class SavingTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tour-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func `a notebook that is opened again has its notes`() {
    do {
      let store = openNotebook(in: FileStorage(directory: folder))
      store.send(.add("Milk"))
    }
    let again = openNotebook(in: FileStorage(directory: folder))
    let texts = again.notes.map(\.text)  // ["Milk"]
    #expect(texts == ["Milk"])
    #expect(again.error == nil)
  }

  @Test func `notes are saved as the time of a test goes on`() async {
    let storage = MemoryStorage()
    let store = TestStore { openNotebook(in: storage, options: $0) }
    await store.send(.add("Milk")) { $0.notes = [Note(id: 0, text: "Milk")] }
    await store.clock.advance(by: .seconds(1))
    #expect(savedNotes.load(from: storage).value == [Note(id: 0, text: "Milk")])
    await store.finish()
  }
}
