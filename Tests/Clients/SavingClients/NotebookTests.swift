import ElmEngine
import FeatureEngine
import StorePersistence
import StoreTesting
import Testing

// Parts of states that are saved, as a user writes them: a type that is saved is nonisolated.

private nonisolated struct Note: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

private nonisolated struct Notebook: Equatable, Sendable {
  var notes: [Note] = []
  var failure: String?
}

private nonisolated enum NotebookAction: Equatable, Sendable {
  case add(String)
  case saveFailed(String)
  case changedElsewhere([Note])
}

private let savedNotes = Saved("notes", version: 2, [Note].self)
  .migrating(from: 1, [String].self) { texts in texts.enumerated().map { Note(id: $0, text: $1) } }

@MainActor
private func openNotebook(in storage: some SavedStorage, _ options: StoreOptions) -> ElmStore<Notebook, NotebookAction>
{
  let loaded = savedNotes.load(from: storage)
  let store = ElmStore(
    initialState: Notebook(notes: loaded.value ?? []),
    options: options,
    reducer: ComposedReducer<Notebook, NotebookAction> { notebook, action in
      switch action {
      case .add(let text): notebook.notes.append(Note(id: notebook.notes.count, text: text))
      case .saveFailed(let words): notebook.failure = words
      case .changedElsewhere(let notes): notebook.notes = notes
      }
      return .none
    }
  )
  store.persist(
    \.notes,
    as: loaded,
    changedOutside: { .changedElsewhere($0) },
    resolve: { mine, theirs in mine + theirs },
    failed: { .saveFailed("\($0)") }
  )
  return store
}

private struct Editor: Feature {
  @Observable
  final class State {
    var text = ""
  }

  nonisolated enum Action: Sendable {
    case typed(String)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .typed(let text): state.text = text
      }
      return .none
    }
  }
}

@MainActor
@Suite struct NotebookTests {
  private let storage = MemoryStorage()

  @Test func `a notebook is saved as time goes on`() async {
    let store = TestStore { openNotebook(in: storage, $0) }
    await store.send(.add("Milk")) { $0.notes = [Note(id: 0, text: "Milk")] }
    await store.clock.advance(by: .seconds(1))
    #expect(savedNotes.load(from: storage).value == [Note(id: 0, text: "Milk")])
    await store.finish()
  }

  @Test func `a part of an object is saved, with what is made of it`() async throws {
    let texts = Saved("text", String.self)
    let lengths = Saved("length", Int.self)
    let store = FeatureStore(initialState: Editor.State(), feature: Editor())
    let saving = [
      store.persist(\.text, as: texts.load(from: storage)),
      store.persist(\.text, as: lengths.load(from: storage), value: { $0.count }),
    ]
    store.send(.typed("Milk"))
    for saving in saving { try await saving.save() }
    #expect(texts.load(from: storage).value == "Milk")
    #expect(lengths.load(from: storage).value == 4)
  }
}
