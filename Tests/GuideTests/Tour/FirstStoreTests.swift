import ElmEngine
import Testing

// The first step of the tour: a store.

private struct Note: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

private struct Notebook: Equatable {
  var notes: [Note] = []
}

private enum NotebookAction: Equatable, Sendable {
  case add(String)
  case delete(Note.ID)
}

@MainActor
@Suite struct FirstStoreTests {
  @Test func `a list in one store`() {
    let notebook = ComposedReducer { (notebook: inout Notebook, action: NotebookAction) in
      switch action {
      case .add(let text): notebook.notes.append(Note(id: notebook.notes.count, text: text))
      case .delete(let id): notebook.notes.removeAll { $0.id == id }
      }
      return .none
    }

    let store = Store(initialState: Notebook(), reducer: notebook)
    store.send(.add("Milk"))
    let texts = store.notes.map(\.text)  // ["Milk"]

    #expect(texts == ["Milk"])
    store.send(.delete(0))
    #expect(store.notes.isEmpty)
  }
}
