import ElmEngine
import ReduxBridge
import StoreSimulation

/// Each version of a text is saved, and an older one arrives at the server after a newer one.
extension PlantedBug {
  static let saveRace = PlantedBug(
    name: "save race",
    plays: [
      (
        "elm",
        { bench, isMended in
          let server = Shared("")
          await SaveRace.type(SaveRace.elm(bench, server, isMended), bench, server)
        }
      ),
      (
        "redux",
        { bench, isMended in
          let server = Shared("")
          await SaveRace.type(SaveRace.redux(bench, server, isMended), bench, server)
        }
      ),
    ]
  )
}

@MainActor
private enum SaveRace {
  struct State {
    var text = ""
    var isSaved = true
  }

  enum Action: Sendable {
    case typed(String)
    case saved
  }

  static func elm(_ bench: TestBench, _ server: Shared<String>, _ isMended: Bool) -> ElmEngine.Store<State, Action> {
    ElmEngine.Store(initialState: State(), options: bench.options) { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        state.isSaved = false
        let save = ElmEngine.Effect<Action>.cancellable(
          {
            server.change { $0 = text }
            return .saved
          },
          "save"
        )
        return save.policy(isMended ? .queue(limit: 100) : .concurrent)
      case .saved:
        state.isSaved = true
        return .none
      }
    }
  }

  struct Editor: FeatureType {
    let server: Shared<String>
    let isMended: Bool

    func reduce(into state: inout State, action: Action) async {
      switch action {
      case .typed(let text): state = State(text: text, isSaved: false)
      case .saved: state.isSaved = true
      }
    }

    func effect(of action: Action, state: State) -> EffectProgram<Action> {
      guard case .typed(let text) = action else { return .none }
      let server = server
      return .task(EffectOptions(id: "save", policy: isMended ? .queue(limit: 100) : .concurrent)) {
        server.change { $0 = text }
        return .saved
      }
    }
  }

  static func redux(_ bench: TestBench, _ server: Shared<String>, _ isMended: Bool) -> ReduxBridge.Store<Editor> {
    ReduxBridge.Store(
      feature: Editor(server: server, isMended: isMended),
      initialState: State(),
      options: bench.options
    )
  }

  static func type<Engine: StoreEngine<State, Action>>(
    _ store: Engine,
    _ bench: TestBench,
    _ server: Shared<String>
  ) async {
    bench.finally(store, "the server has the last text") { $0.text == server.value }
    await bench.step("types s") { store.send(.typed("s")) }
    await bench.step("types sw", at: .milliseconds(500)) { store.send(.typed("sw")) }
    await bench.step("types swi", at: .seconds(1)) { store.send(.typed("swi")) }
  }
}
