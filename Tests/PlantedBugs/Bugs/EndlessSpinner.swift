import EffectViewEngine
import ElmEngine
import StoreSimulation

/// The spinner disappears when the list has arrived; if the list does not arrive, nothing removes the spinner.
extension PlantedBug {
  static let endlessSpinner = PlantedBug(
    name: "spinner that never ends",
    faults: .seeded(),
    plays: [
      ("elm", { bench, isMended in await EndlessSpinner.play(EndlessSpinner.elm(bench, isMended), bench) }),
      (
        "effectview",
        { bench, isMended in
          await EndlessSpinner.play(EndlessSpinner.effectView(bench, isMended), bench)
        }
      ),
    ]
  )
}

@MainActor
private enum EndlessSpinner {
  struct State {
    var isLoading = false
    var items: [String] = []
  }

  enum Action: Sendable {
    case refreshed
    case loaded([String])
    case failed
  }

  static func elm(_ bench: TestBench, _ isMended: Bool) -> ElmEngine.Store<State, Action> {
    var options = bench.options
    options.onError = { _, _ in }
    return ElmEngine.Store(initialState: State(), options: options) { state, action in
      switch action {
      case .refreshed:
        state.isLoading = true
        let load = ElmEngine.Effect<Action>.cancellable({ .loaded(["milk"]) }, "load")
        guard isMended else { return load }
        return load.timeout(after: .seconds(10)).onCancel { .failed }.catch { _ in .failed }
      case .loaded(let items):
        state.items = items
        state.isLoading = false
        return .none
      case .failed:
        state.isLoading = false
        return .none
      }
    }
  }

  static func effectView(_ bench: TestBench, _ isMended: Bool) -> EffectHost<State, Action, Void> {
    var options = bench.options
    options.onError = { _, _ in }
    let host = EffectHost<State, Action, Void>(state: State(), options: options) { state, event in
      switch event {
      case .refreshed:
        state.isLoading = true
        let load = EffectViewEngine.Effect<Action, Void>.task(name: "load") { input, _ in input(.loaded(["milk"])) }
        guard isMended else { return load }
        return load.timeout(after: .seconds(10)).onCancel { .failed }.catch { _ in .failed }
      case .loaded(let items):
        state.items = items
        state.isLoading = false
        return nil
      case .failed:
        state.isLoading = false
        return nil
      }
    }
    host.appear()
    return host
  }

  static func play<Engine: StoreEngine<State, Action>>(_ store: Engine, _ bench: TestBench) async {
    bench.finally(store, "the spinner has gone") { !$0.isLoading }
    await bench.step("refreshes") { store.send(.refreshed) }
    await bench.step("refreshes", at: .seconds(20)) { store.send(.refreshed) }
  }
}
