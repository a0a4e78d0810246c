import ElmEngine
import FeatureEngine
import StoreTesting
import Testing

// The last step of the tour: a child on another engine.

private struct Draft: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

private struct Notebook: Equatable, Sendable {
  var texts: [String] = []
  var draft: Draft?
}

private enum NotebookAction: Equatable, Sendable {
  case edit(Int)
  case saved(Int, String)
  case cancelled
}

private struct NoteEditor: Feature {
  @Observable
  final class State {
    var text: String
    var wordCount = 0

    init(text: String) {
      self.text = text
    }
  }

  enum Action: Equatable, Sendable {
    case typed(String)
    case save
    case cancel
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .typed(let text):
        state.text = text
        return .run(id: "count") { state in
          state.wordCount = state.text.split(separator: " ").count
        }
        .debounce(id: "count", for: .milliseconds(300))
      case .save, .cancel:
        return .none
      }
    }
  }
}

@MainActor
private final class NotebookModel {
  let notebook: ElmEngine.Store<Notebook, NotebookAction>
  let editor: ChildStore<FeatureEngine.Store<NoteEditor>>

  init(_ notebook: Notebook = Notebook(), options: StoreOptions = StoreOptions()) {
    self.notebook = ElmEngine.Store(initialState: notebook, options: options) {
      (notebook: inout Notebook, action: NotebookAction) in
      switch action {
      case .edit(let index): notebook.draft = Draft(id: index, text: notebook.texts[index])
      case .saved(let index, let text):
        notebook.texts[index] = text
        notebook.draft = nil
      case .cancelled: notebook.draft = nil
      }
      return .none
    }
    editor = self.notebook.child(\.draft) { draft in
      FeatureEngine.Store(initialState: NoteEditor.State(text: draft.text), feature: NoteEditor(), options: options)
    } output: { [weak notebook = self.notebook] action, state in
      switch action {
      case .typed: nil
      case .save: (notebook?.draft).map { .saved($0.id, state.text) }
      case .cancel: .cancelled
      }
    }
  }
}

@MainActor
@Suite struct EditorTests {
  private let bench = TestBench()

  @Test func `an editor exists while there is a draft`() async throws {
    let model = NotebookModel(Notebook(texts: ["Milk"]), options: bench.options)
    #expect(model.editor.store == nil)
    model.notebook.send(.edit(0))
    let editor = try #require(model.editor.store)
    editor.send(.typed("Milk and bread"))
    await bench.clock.advance(by: .milliseconds(300))
    #expect(editor.state.wordCount == 3)

    editor.send(.typed("Milk and butter"))
    editor.send(.save)
    #expect(model.notebook.state == Notebook(texts: ["Milk and butter"]))
    #expect(model.editor.store == nil)
    #expect(editor.runningTaskCount == 0)
  }

  @Test func `an editor's output is an action like any other`() async {
    let model = NotebookModel(Notebook(texts: ["Milk"]), options: bench.options)
    let notebook = TestStore(model.notebook)
    await notebook.send(.edit(0)) { $0.draft = Draft(id: 0, text: "Milk") }
    model.editor.store?.send(.cancel)
    await notebook.receive(.cancelled) { $0.draft = nil }
    await notebook.finish()
  }
}
