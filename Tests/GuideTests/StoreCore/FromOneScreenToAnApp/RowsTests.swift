import ElmEngine
import StoreTesting
import Testing

// The second step of the guide "From one screen to an app".

private struct Note: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
  var isStarred = false
  var revision = 0
}

private struct Notebook: Equatable, Sendable {
  var title = "Notes"
  var notes: [Note] = []
}

private enum NoteAction: Sendable {
  case star
  case save
  case saved(revision: Int)
}

private enum NotebookAction: Sendable {
  case add(String)
  case note(Note.ID, NoteAction)
}

private func save(_ note: Note) async throws -> Int { note.revision + 1 }

@MainActor
@Suite struct RowsTests {
  @Test func `each row has a store`() async {
    let note = ComposedReducer { (note: inout Note, action: NoteAction) in
      switch action {
      case .star:
        note.isStarred.toggle()
        return .task { .save }
      case .save:
        let saved = note
        return .cancellable({ .saved(revision: try await save(saved)) }, "save")
      case .saved(let revision):
        note.revision = revision
        return .none
      }
    }
    let rows = ChildList(\Notebook.notes, id: "notes", embed: NotebookAction.note) { action in
      if case .note(let id, let action) = action { (id, action) } else { nil }
    }
    let notebook = ComposedReducer { (notebook: inout Notebook, action: NotebookAction) in
      if case .add(let text) = action {
        notebook.notes.append(Note(id: notebook.notes.count, text: text))
      }
      return .none
    }
    .lifting(note, at: rows)

    let store = Store(initialState: Notebook(), reducer: notebook)
    store.send(.add("Milk"))
    store.send(.add("Bread"))

    let stores = store.scopes(rows)
    stores[1].send(.star)

    #expect(stores.map(\.isStarred) == [false, true])
    await stores[1].settle()
    #expect(stores.map(\.revision) == [0, 1])
    #expect(!stores[1].isTaskRunning(id: "save"))
    stores[0].send(.save)
    #expect(stores[0].isTaskRunning(id: "save"))
    #expect(!stores[1].isTaskRunning(id: "save"))
  }
}
