import ElmEngine
import StoreTesting
import Testing

// The later steps of the tour: rows and a detail, with a test of all.

private struct Note: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
  var isStarred = false
  var revision = 0
}

private enum NoteAction: Equatable, Sendable {
  case star
  case saved(revision: Int)
}

private struct Detail: Equatable, Identifiable, Sendable {
  let id: Note.ID
  var translation: String?
}

private enum DetailAction: Equatable, Sendable {
  case translate(String)
  case translated(String)
}

private struct Notebook: Equatable {
  var notes: [Note] = []
  var detail: Detail?
}

private enum NotebookAction: Equatable, Sendable {
  case delete(Note.ID)
  case note(Note.ID, NoteAction)
  case open(Note.ID)
  case close
  case detail(DetailAction)
}

private struct Server: Sendable {
  var save: @Sendable (Note) async throws -> Int
  var translate: @Sendable (String) async throws -> String
}

private func note(server: Server) -> ComposedReducer<Note, NoteAction> {
  ComposedReducer { (note: inout Note, action: NoteAction) in
    switch action {
    case .star:
      note.isStarred.toggle()
      let saved = note
      return .task(id: "save") { .saved(revision: try await server.save(saved)) }
    case .saved(let revision):
      note.revision = revision
      return .none
    }
  }
}

private func detail(server: Server) -> ComposedReducer<Detail, DetailAction> {
  ComposedReducer { (detail: inout Detail, action: DetailAction) in
    switch action {
    case .translate(let text):
      return .task(id: "translation") { .translated(try await server.translate(text)) }
    case .translated(let text):
      detail.translation = text
      return .none
    }
  }
}

private let rows = ChildList(\Notebook.notes, id: "notes", embed: NotebookAction.note) { action in
  if case .note(let id, let action) = action { (id, action) } else { nil }
}
private let openDetail = Child(\Notebook.detail, id: "detail", embed: NotebookAction.detail) { action in
  if case .detail(let action) = action { action } else { nil }
}

private func notebook(server: Server) -> ComposedReducer<Notebook, NotebookAction> {
  ComposedReducer { (notebook: inout Notebook, action: NotebookAction) in
    switch action {
    case .delete(let id): notebook.notes.removeAll { $0.id == id }
    case .open(let id):
      notebook.detail = Detail(id: id)
      let text = notebook.notes.first { $0.id == id }?.text ?? ""
      return .send(.detail(.translate(text)))
    case .close: notebook.detail = nil
    case .note, .detail: break
    }
    return .none
  }
  .lifting(note(server: server), at: rows)
  .lifting(detail(server: server), at: openDetail)
}

@MainActor
@Suite struct ChildrenTests {
  private let bench = TestBench(isTraced: false)
  private let server = Server { note in
    try await EffectClock.current.sleep(for: .seconds(1))
    return note.revision + 1
  } translate: { text in
    try await EffectClock.current.sleep(for: .seconds(1))
    return text == "Milk" ? "Milch" : "Brot"
  }

  private let notes = [Note(id: 0, text: "Milk"), Note(id: 1, text: "Bread")]

  @Test func `each row has a store`() async {
    let options = bench.options

    let store = Store(initialState: Notebook(notes: notes), options: options, reducer: notebook(server: server))
    let all = store.scopes(rows)  // a store for each note, in their order
    let bread = store.scope(rows, element: 1)  // that of the note with the id 1
    bread?.send(.star)
    let isSaving = bread?.isTaskRunning(id: "save")  // true, and only for this row
    store.send(.delete(1))  // its save is cancelled

    #expect(all.map(\.text) == ["Milk", "Bread"])
    #expect(isSaving == true)
    #expect(!all[0].isTaskRunning(id: "save"))
    #expect(store.runningTaskCount == 0)
    all[0].send(.star)
    await bench.clock.advance(by: .seconds(1))
    #expect(all[0].revision == 1)
  }

  @Test func `a detail ends with its translation`() async {
    let store = Store(initialState: Notebook(notes: notes), options: bench.options, reducer: notebook(server: server))

    store.send(.open(0))
    let milk = store.scope(openDetail)
    store.send(.open(1))
    let bread = store.scope(openDetail)

    #expect(milk?.hasDeparted == true)
    await bench.clock.advance(by: .seconds(1))
    #expect(bread?.translation == "Brot")
    #expect(milk?.translation == nil)
    store.send(.close)
    #expect(store.scope(openDetail) == nil)
  }

  @Test func `the whole app`() async {
    let milk = Note(id: 0, text: "Milk")

    let store = TestStore {
      Store(initialState: Notebook(notes: [milk]), options: $0, reducer: notebook(server: server))
    }
    await store.send(.note(0, .star)) { $0.notes[0].isStarred = true }
    await store.send(.open(0)) { $0.detail = Detail(id: 0) }
    await store.receive(.detail(.translate("Milk")))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.note(0, .saved(revision: 1))) { $0.notes[0].revision = 1 }
    await store.receive(.detail(.translated("Milch"))) { $0.detail?.translation = "Milch" }
    await store.send(.close) { $0.detail = nil }
    await store.finish()
  }
}
