import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StorePersistence
import StoreTesting

/// A value that is saved.
struct Note: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

/// A feature on four engines, whose actions add a note, or do nothing to the notes.
struct Notebook: Equatable, Sendable {
  var notes: [Note] = []
  var failures: [String] = []
  var tickCount = 0
  var draft: Draft?

  struct Draft: Equatable, Identifiable, Sendable {
    let id: Int
    var text: String
  }

  enum Action: Equatable, Sendable {
    case add(String)
    case tick
    case failed(String)
    case open(Int)
    case typed(String)
    case close
  }

  mutating func handle(_ action: Action) {
    switch action {
    case .add(let text): notes.append(Note(id: notes.count, text: text))
    case .tick: tickCount += 1
    case .failed(let words): failures.append(words)
    case .open(let id): draft = Draft(id: id, text: "")
    case .typed(let text): draft?.text = text
    case .close: draft = nil
    }
  }
}

typealias NotebookStore = ElmEngine.Store<Notebook, Notebook.Action>

@MainActor
func makeElm(_ options: StoreOptions, _ notebook: Notebook = Notebook()) -> NotebookStore {
  ElmEngine.Store(initialState: notebook, options: options) { (state: inout Notebook, action: Notebook.Action) in
    state.handle(action)
    return .none
  }
}

@MainActor
func makeHost(_ notebook: Notebook, _ options: StoreOptions) -> EffectHost<Notebook, Notebook.Action, Void> {
  EffectHost(state: notebook, options: options) { (state: inout Notebook, action: Notebook.Action) in
    state.handle(action)
    return nil as EffectViewEngine.Effect<Notebook.Action, Void>?
  }
}

struct FeatureNotebook: FeatureEngine.Feature {
  @Observable
  final class State {
    var notebook: Notebook

    init(_ notebook: Notebook) { self.notebook = notebook }
  }

  let clock: TestClock

  enum Action: Sendable {
    case plain(Notebook.Action)
    /// Adds a note in a task, after a second.
    case addLater(String)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .plain(let action):
        state.notebook.handle(action)
        return .none
      case .addLater(let text):
        return .run(id: "add") { [clock] state in
          try await clock.sleep(for: .seconds(1))
          state.notebook.handle(.add(text))
          try await clock.sleep(for: .seconds(100))
        }
      }
    }
  }
}

struct ReduxNotebook: ReduxBridge.FeatureType {
  let clock: TestClock

  func reduce(into state: inout Notebook, action: Notebook.Action) async {
    if case .add("slow") = action {
      state.tickCount += 1
      try? await clock.sleep(for: .seconds(10))
    }
    state.handle(action)
  }
}
