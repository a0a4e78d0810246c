import ElmEngine
import FeatureEngine
import StoreSimulation

/// A note is saved a second after the last input, and its screen cancels that when it closes.
extension PlantedBug {
  static let droppedInput = PlantedBug(
    name: "debounce that drops the last input",
    plays: [
      (
        "elm",
        { bench, isMended in
          let disk = Shared("")
          let store = DroppedInput.elm(bench, disk, isMended)
          bench.finally(store, "the note is saved") { $0 == disk.value }
          await DroppedInput.play(store, bench)
        }
      ),
      (
        "feature",
        { bench, isMended in
          let disk = Shared("")
          let store = DroppedInput.feature(bench, disk, isMended)
          bench.finally(store, "the note is saved") { $0.text == disk.value }
          await DroppedInput.play(store, bench)
        }
      ),
    ]
  )
}

@MainActor
private enum DroppedInput {
  enum Action: Sendable {
    case typed(String)
    case closed
  }

  static func elm(_ bench: TestBench, _ disk: Shared<String>, _ isMended: Bool) -> ElmEngine.Store<String, Action> {
    ElmEngine.Store(initialState: "", options: bench.options) { (text: inout String, action: Action) in
      if case .typed(let typed) = action { text = typed }
      let save = ElmEngine.Effect<Action>.run { [text] _ in disk.change { $0 = text } }
      switch action {
      case .typed: return save.debounce(id: "save", for: .seconds(1))
      case .closed: return isMended ? save.cancellable(id: "save") : .cancel("save")
      }
    }
  }

  struct Note: Feature {
    @Observable
    final class State {
      var text = ""
    }

    typealias Action = DroppedInput.Action

    let disk: Shared<String>
    let isMended: Bool

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .typed(let text):
          state.text = text
          return .run { _ in disk.change { $0 = text } }.debounce(id: "save", for: .seconds(1))
        case .closed:
          guard isMended else { return .cancel(id: "save") }
          return .run(id: "save") { state in disk.change { $0 = state.text } }
        }
      }
    }
  }

  static func feature(_ bench: TestBench, _ disk: Shared<String>, _ isMended: Bool) -> FeatureEngine.Store<Note> {
    FeatureEngine.Store(
      initialState: Note.State(),
      feature: Note(disk: disk, isMended: isMended),
      options: bench.options
    )
  }

  static func play<Engine: StoreEngine>(_ store: Engine, _ bench: TestBench) async where Engine.Action == Action {
    await bench.step("types te") { store.send(.typed("te")) }
    await bench.step("types tea", at: .seconds(1)) { store.send(.typed("tea")) }
    await bench.step("closes the note", at: .milliseconds(2_500)) { store.send(.closed) }
  }
}
