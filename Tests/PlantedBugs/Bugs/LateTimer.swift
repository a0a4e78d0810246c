import EffectViewEngine
import ElmEngine
import StoreSimulation

/// A screen's timer starts when its settings have arrived, even if the screen has disappeared by then.
extension PlantedBug {
  static let lateTimer = PlantedBug(
    name: "timer after its screen",
    plays: [
      ("elm", { bench, isMended in await LateTimer.play(LateTimer.elm(bench, isMended), bench) }),
      ("effectview", { bench, isMended in await LateTimer.play(LateTimer.effectView(bench, isMended), bench) }),
    ]
  )
}

@MainActor
private enum LateTimer {
  struct State {
    var isShown = false
    var ticksUnseen = 0
  }

  enum Action: Sendable {
    case appeared
    case loaded(interval: Duration)
    case ticked
    case disappeared
  }

  static func elm(_ bench: TestBench, _ isMended: Bool) -> ElmEngine.Store<State, Action> {
    let clock = bench.clock
    return ElmEngine.Store(initialState: State(), options: bench.options) { state, action in
      switch action {
      case .appeared:
        state.isShown = true
        return .cancellable({ .loaded(interval: .seconds(5)) }, "settings")
      case .loaded(let interval):
        guard state.isShown || !isMended else { return .none }
        return .run { send in
          while true {
            try await clock.sleep(for: interval)
            send(.ticked)
          }
        }
        .cancellable(id: "timer")
      case .ticked:
        if !state.isShown { state.ticksUnseen += 1 }
        return .none
      case .disappeared:
        state.isShown = false
        return .cancel("timer")
      }
    }
  }

  static func effectView(_ bench: TestBench, _ isMended: Bool) -> EffectHost<State, Action, Void> {
    let clock = bench.clock
    let host = EffectHost<State, Action, Void>(state: State(), options: bench.options) { state, event in
      switch event {
      case .appeared:
        state.isShown = true
        return .task(name: "settings") { input, _ in input(.loaded(interval: .seconds(5))) }
      case .loaded(let interval):
        guard state.isShown || !isMended else { return nil }
        return .throwingTask(name: "timer") { input, _ in
          while true {
            try await clock.sleep(for: interval)
            input(.ticked)
          }
        }
      case .ticked:
        if !state.isShown { state.ticksUnseen += 1 }
        return nil
      case .disappeared:
        state.isShown = false
        return .cancel("timer")
      }
    }
    host.appear()
    return host
  }

  static func play<Engine: StoreEngine<State, Action>>(_ store: Engine, _ bench: TestBench) async {
    bench.always(store, "no tick without a screen") { $0.ticksUnseen == 0 }
    await bench.step("opens the screen") { store.send(.appeared) }
    await bench.step("closes the screen", at: .seconds(1)) { store.send(.disappeared) }
  }
}
