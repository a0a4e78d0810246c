import EffectViewEngine
import ElmEngine
import StoreSimulation

/// Paying is refused once the order is paid, which the app knows only after the answer: a second tap pays again.
extension PlantedBug {
  static let doubleTap = PlantedBug(
    name: "double tap that pays twice",
    plays: [
      (
        "elm",
        { bench, isMended in
          let payments = Shared(0)
          await DoubleTap.tap(DoubleTap.elm(bench, payments, isMended), bench, payments)
        }
      ),
      (
        "effectview",
        { bench, isMended in
          let payments = Shared(0)
          await DoubleTap.tap(DoubleTap.effectView(bench, payments, isMended), bench, payments)
        }
      ),
    ]
  )
}

@MainActor
private enum DoubleTap {
  struct State {
    var isPaying = false
    var isPaid = false
  }

  enum Action: Sendable {
    case payTapped
    case paid
  }

  static func elm(_ bench: TestBench, _ payments: Shared<Int>, _ isMended: Bool) -> ElmEngine.Store<State, Action> {
    ElmEngine.Store(initialState: State(), options: bench.options) { state, action in
      switch action {
      case .payTapped:
        guard !state.isPaid, !(isMended && state.isPaying) else { return .none }
        state.isPaying = true
        return .task {
          payments.change { $0 += 1 }
          return .paid
        }
      case .paid:
        state.isPaid = true
        return .none
      }
    }
  }

  static func effectView(
    _ bench: TestBench,
    _ payments: Shared<Int>,
    _ isMended: Bool
  ) -> EffectHost<State, Action, Void> {
    let host = EffectHost<State, Action, Void>(state: State(), options: bench.options) { state, event in
      switch event {
      case .payTapped:
        guard !state.isPaid, !(isMended && state.isPaying) else { return nil }
        state.isPaying = true
        return .task { input, _ in
          payments.change { $0 += 1 }
          input(.paid)
        }
      case .paid:
        state.isPaid = true
        return nil
      }
    }
    host.appear()
    return host
  }

  static func tap<Engine: StoreEngine<State, Action>>(
    _ store: Engine,
    _ bench: TestBench,
    _ payments: Shared<Int>
  ) async {
    bench.finally(store, "paid once") { _ in payments.value <= 1 }
    await bench.step("taps Pay") { store.send(.payTapped) }
    await bench.step("taps Pay", at: .milliseconds(400)) { store.send(.payTapped) }
    await bench.step("taps Pay", at: .milliseconds(700)) { store.send(.payTapped) }
  }
}
