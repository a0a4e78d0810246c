import ElmEngine
import FeatureEngine
import StoreScoping
import SwiftUI
import Testing

/// The bindings for sheets and alerts, with a presenter.
@MainActor
@Suite struct PresentingTests {
  struct Note: Identifiable, Equatable, Sendable {
    let id: Int
    var text = ""
  }

  struct Notes: Equatable, Sendable {
    var note: Note?
    var question: Note?
    var closed: [String] = []
  }

  enum NoteAction: Sendable { case typed(String) }

  enum Action: Sendable {
    case open(Int)
    case note(NoteAction)
    case close
    case ask(Int)
    case answered
    case refused
  }

  typealias NoteStore = ElmEngine.Store<Notes, Action>

  private func makeStore() -> NoteStore {
    NoteStore(initialState: Notes()) { state, action in
      var state = state
      switch action {
      case .open(let id): state.note = Note(id: id)
      case .note(.typed(let text)): state.note?.text = text
      case .close:
        state.closed.append("note \(state.note?.id ?? 0)")
        state.note = nil
      case .ask(let id): state.question = Note(id: id)
      // The next question follows at once.
      case .answered: state.question = state.question.flatMap { $0.id < 2 ? Note(id: $0.id + 1) : nil }
      case .refused:
        state.closed.append("question \(state.question?.id ?? 0)")
        state.question = nil
      }
      return (state, .none)
    }
  }

  struct NoteView: View {
    let note: ScopedStore<Note, NoteAction>
    @State private var drafts = 0

    var body: some View {
      TextField("Text", text: note.binding(\.text) { .typed($0) })
      Text("note \(note.id) \(drafts)")
      Button("Draft") { drafts += 1 }
    }
  }

  struct NotesView: View {
    let store: NoteStore

    var body: some View {
      Text("notes")
        .sheet(item: store.presented(\.note, dismiss: .close) { .note($0) }) { NoteView(note: $0) }
        .alert("Sure?", isPresented: store.isPresented(\.question, dismiss: .refused), presenting: store.question) {
          Text("question \($0.id)")
          Button("Yes") { store.send(.answered) }
        }
    }
  }

  @Test func `a sheet shows a child while it is present`() throws {
    let store = makeStore()
    let window = HeadlessWindow { NotesView(store: store) }
    #expect(window.texts == ["notes"])
    store.send(.open(1))
    window.update()
    #expect(window.texts == ["notes", "Text", "note 1 0", "Draft"])
    try window.type("a", into: "Text")
    window.update()
    #expect(try window.text(in: "Text") == "a")
    #expect(store.state.note?.text == "a")
    try window.dismiss()
    #expect(store.state.closed == ["note 1"])
    window.update()
    #expect(window.texts == ["notes"])
    #expect(window.messages == [])
  }

  @Test func `a child with another id has a sheet of its own`() throws {
    let store = makeStore()
    let window = HeadlessWindow { NotesView(store: store) }
    store.send(.open(1))
    window.update()
    try window.tap("Draft")
    window.update()
    #expect(window.texts.contains("note 1 1"))
    store.send(.open(2))
    window.update()
    #expect(window.texts.contains("note 2 0"))
    #expect(store.state.closed == [])
    #expect(window.messages == [])
  }

  @Test func `a swipe of a sheet that was replaced meanwhile closes nothing`() throws {
    let store = makeStore()
    let window = HeadlessWindow { NotesView(store: store) }
    store.send(.open(1))
    window.update()
    store.send(.open(2))
    try window.dismiss()
    window.update()
    #expect(window.texts.contains("note 2 0"))
    #expect(store.state.closed == [])
    try window.dismiss()
    #expect(store.state.closed == ["note 2"])
  }

  @Test func `an alert's button does not close the question that its action asks`() throws {
    let store = makeStore()
    let window = HeadlessWindow { NotesView(store: store) }
    store.send(.ask(1))
    window.update()
    #expect(window.texts == ["notes", "Sure?", "question 1", "Yes"])
    try window.tap("Yes")
    window.update()
    #expect(window.texts == ["notes", "Sure?", "question 2", "Yes"])
    try window.tap("Yes")
    window.update()
    #expect(window.texts == ["notes"])
    #expect(store.state.closed == [])
    #expect(window.messages == [])
  }

  @Test func `an alert that is dismissed is refused once`() throws {
    let store = makeStore()
    let window = HeadlessWindow { NotesView(store: store) }
    store.send(.ask(1))
    window.update()
    try window.dismiss()
    window.update()
    #expect(store.state.closed == ["question 1"])
    #expect(window.texts == ["notes"])
  }

  // MARK: A child on another engine

  struct Editor: Feature {
    @Observable
    final class State {
      var text: String

      init(text: String) {
        self.text = text
      }
    }

    enum Action: Sendable { case typed(String) }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        if case .typed(let text) = action { state.text = text }
        return .none
      }
    }
  }

  struct EditorPage: View {
    let store: NoteStore
    let editor: ChildStore<FeatureEngine.Store<Editor>>

    var body: some View {
      Text("notes")
        .sheet(item: editor.presented(by: store, dismiss: .close)) { editor in
          TextField("Text", text: editor.store.binding(\.text) { .typed($0) })
        }
    }
  }

  @Test func `a sheet shows a child on another engine`() throws {
    let store = makeStore()
    let editor = store.child(\.note) { note in
      FeatureEngine.Store(initialState: Editor.State(text: "\(note.id)"), feature: Editor())
    }
    let window = HeadlessWindow { EditorPage(store: store, editor: editor) }
    store.send(.open(1))
    window.update()
    #expect(try window.text(in: "Text") == "1")
    try window.type("a", into: "Text")
    window.update()
    #expect(try window.text(in: "Text") == "a")
    weak var first: FeatureEngine.Store<Editor>?
    first = editor.store
    try window.dismiss()
    window.update()
    #expect(window.texts == ["notes"])
    #expect(first == nil)
    store.send(.open(2))
    window.update()
    #expect(try window.text(in: "Text") == "2")
    #expect(window.messages == [])
  }
}
