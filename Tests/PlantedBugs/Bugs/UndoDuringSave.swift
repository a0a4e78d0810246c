import FeatureEngine
import ReduxBridge
import StoreSimulation

/// One save runs at a time: an undo during a save is not saved, because nobody looks when that save has ended.
extension PlantedBug {
  static let undoDuringSave = PlantedBug(
    name: "undo during a save",
    plays: [
      (
        "redux",
        { bench, isMended in
          let server = Shared("")
          let store = UndoDuringSave.redux(bench, server, isMended)
          bench.finally(store, "the server has the text") { $0.text == server.value }
          await UndoDuringSave.play(store, bench)
        }
      ),
      (
        "feature",
        { bench, isMended in
          let server = Shared("")
          let store = UndoDuringSave.feature(bench, server, isMended)
          bench.finally(store, "the server has the text") { $0.document.text == server.value }
          await UndoDuringSave.play(store, bench)
        }
      ),
    ]
  )
}

@MainActor
private enum UndoDuringSave {
  struct Document: Sendable {
    var text = ""
    var former: [String] = []

    mutating func change(by action: Action) {
      switch action {
      case .typed(let typed):
        former.append(text)
        text = typed
      case .undoTapped: text = former.popLast() ?? text
      case .saved: break
      }
    }

    /// Whether the text has to be saved after an action.
    func needsSave(after action: Action, _ isMended: Bool) -> Bool {
      switch action {
      case .typed, .undoTapped: true
      case .saved(let saved): isMended && saved != text
      }
    }
  }

  enum Action: Sendable {
    case typed(String)
    case undoTapped
    case saved(String)
  }

  struct Editor: FeatureType {
    let server: Shared<String>
    let isMended: Bool

    func reduce(into state: inout Document, action: Action) async {
      state.change(by: action)
    }

    func effect(of action: Action, state: Document) -> EffectProgram<Action> {
      guard state.needsSave(after: action, isMended) else { return .none }
      let server = server
      return .task(EffectOptions(id: "save", policy: .keepRunning)) { [text = state.text] in
        server.change { $0 = text }
        return .saved(text)
      }
    }
  }

  static func redux(_ bench: TestBench, _ server: Shared<String>, _ isMended: Bool) -> ReduxBridge.Store<Editor> {
    let feature = Editor(server: server, isMended: isMended)
    return ReduxBridge.Store(feature: feature, initialState: Document(), options: bench.options)
  }

  struct Page: Feature {
    @Observable
    final class State {
      var document = Document()
    }

    typealias Action = UndoDuringSave.Action

    let server: Shared<String>
    let isMended: Bool

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        state.document.change(by: action)
        guard state.document.needsSave(after: action, isMended) else { return .none }
        let text = state.document.text
        return .task(id: "save") { _ in
          server.change { $0 = text }
          return .saved(text)
        }
        .policy(.keepRunning)
      }
    }
  }

  static func feature(_ bench: TestBench, _ server: Shared<String>, _ isMended: Bool) -> FeatureEngine.Store<Page> {
    let feature = Page(server: server, isMended: isMended)
    return FeatureEngine.Store(initialState: Page.State(), feature: feature, options: bench.options)
  }

  static func play<Engine: StoreEngine>(_ store: Engine, _ bench: TestBench) async where Engine.Action == Action {
    await bench.step("types t") { store.send(.typed("t")) }
    await bench.step("types te", at: .seconds(5)) { store.send(.typed("te")) }
    await bench.step("taps Undo", at: .seconds(6)) { store.send(.undoTapped) }
  }
}
