import ElmEngine
import StoreTesting
import Testing

// The first step of the guide "From one screen to an app".

private struct Note: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
  var isStarred = false
}

private struct Notebook: Equatable, Sendable {
  var title = "Notes"
  var notes: [Note] = []
}

private enum NotebookAction: Sendable {
  case add(String)
  case star(Note.ID)
}

@MainActor
@Suite struct OneScreenTests {
  @Test func `a list in one store`() async {
    let notebook = ComposedReducer { (notebook: inout Notebook, action: NotebookAction) in
      switch action {
      case .add(let text):
        notebook.notes.append(Note(id: notebook.notes.count, text: text))
      case .star(let id):
        for index in notebook.notes.indices where notebook.notes[index].id == id {
          notebook.notes[index].isStarred.toggle()
        }
      }
      return .none
    }
    let store = Store(initialState: Notebook(), reducer: notebook)

    store.send(.add("Milk"))
    store.send(.star(0))
    #expect(store.notes == [Note(id: 0, text: "Milk", isStarred: true)])
  }
}
