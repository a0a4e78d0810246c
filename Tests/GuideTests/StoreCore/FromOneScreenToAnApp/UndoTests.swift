import ElmEngine
import StoreTesting
import Testing

// The fifth step of the guide "From one screen to an app".

private struct Draft: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

private struct Notebook: Equatable, Sendable {
  var texts: [String] = []
  var draft: Draft?
  var history = History<[String]>()
}

private enum NotebookAction: Sendable {
  case edit(Int)
  case saved(Int, String)
  case cancelled
  case uploaded
  case undo
  case redo
}

@MainActor
@Suite struct UndoTests {
  private let bench = TestBench()

  @Test func `a save of an editor is undone`() async {
    let clock = bench.clock
    @Sendable func upload(_ texts: [String]) async throws {
      try await clock.sleep(for: .seconds(1))
    }
    let options = bench.options

    let notebook = ComposedReducer { (notebook: inout Notebook, action: NotebookAction) in
      switch action {
      case .edit(let index):
        notebook.draft = Draft(id: index, text: notebook.texts[index])
      case .saved(let index, let text):
        notebook.texts[index] = text
        notebook.draft = nil
        let texts = notebook.texts
        return .task(id: "upload") {
          try await upload(texts)
          return .uploaded
        }
      case .cancelled:
        notebook.draft = nil
      case .uploaded, .undo, .redo:
        break
      }
      return .none
    }
    .undoable(\.texts, history: \.history) { action in
      switch action {
      case .saved: .record
      case .undo: .undo
      case .redo: .redo
      case .edit, .cancelled, .uploaded: .ignore
      }
    }

    let store = Store(initialState: Notebook(texts: ["Milk"]), options: options, reducer: notebook)

    store.send(.saved(0, "Oat milk"))
    #expect(store.isTaskRunning(id: "upload"))
    store.send(.undo)
    #expect(store.texts == ["Milk"])
    #expect(!store.isTaskRunning(id: "upload"))
    store.send(.redo)
    #expect(store.texts == ["Oat milk"])

    #expect(store.history.canUndo && !store.history.canRedo)
    store.send(.edit(0))
    #expect(store.draft == Draft(id: 0, text: "Oat milk"))
    store.send(.cancelled)
    store.send(.undo)
    #expect(store.texts == ["Milk"])
  }
}
