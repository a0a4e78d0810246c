import ElmEngine
import ReduxBridge
import StoreSimulation

/// A payment whose answer is lost is retried, although it was made.
extension PlantedBug {
  static let retryAfterSuccess = PlantedBug(
    name: "retry after success",
    faults: .seeded(),
    plays: [
      (
        "elm",
        { bench, isMended in
          let bank = Shared<[Int]>([])
          await RetryAfterSuccess.play(RetryAfterSuccess.elm(bench, bank, isMended), bench, bank)
        }
      ),
      (
        "redux",
        { bench, isMended in
          let bank = Shared<[Int]>([])
          await RetryAfterSuccess.play(RetryAfterSuccess.redux(bench, bank, isMended), bench, bank)
        }
      ),
    ]
  )
}

@MainActor
private enum RetryAfterSuccess {
  enum State: Equatable {
    case open, paying, paid, failed
  }

  enum Action: Sendable {
    case payTapped
    case paid
    case failed
  }

  /// The bank makes no two payments with the same key.
  nonisolated static func pay(_ bank: Shared<[Int]>, _ isMended: Bool) {
    bank.change { payments in
      if !isMended || !payments.contains(1) { payments.append(1) }
    }
  }

  nonisolated static func reduce(_ state: inout State, _ action: Action) -> Bool {
    switch (action, state) {
    case (.payTapped, .open):
      state = .paying
      return true
    case (.payTapped, _): break
    case (.paid, _): state = .paid
    case (.failed, _): state = .failed
    }
    return false
  }

  static func elm(_ bench: TestBench, _ bank: Shared<[Int]>, _ isMended: Bool) -> ElmEngine.Store<State, Action> {
    ElmEngine.Store(initialState: .open, options: bench.options) { (state: inout State, action: Action) in
      guard reduce(&state, action) else { return .none }
      let payment = ElmEngine.Effect<Action>.cancellable(
        {
          pay(bank, isMended)
          return .paid
        },
        "pay"
      )
      return payment.retry(RetryPolicy(attempts: 3, delay: .seconds(1))).catch { _ in .failed }
    }
  }

  struct Order: FeatureType {
    let bank: Shared<[Int]>
    let isMended: Bool

    func reduce(into state: inout State, action: Action) async {
      _ = RetryAfterSuccess.reduce(&state, action)
    }

    func effect(of action: Action, state: State) -> EffectProgram<Action> {
      guard case .payTapped = action, state == .paying else { return .none }
      let (bank, isMended) = (bank, isMended)
      return .task(EffectOptions(id: "pay", policy: .keepRunning)) {
        RetryAfterSuccess.pay(bank, isMended)
        return .paid
      }
      .retry(RetryPolicy(attempts: 3, delay: .seconds(1)))
      .catch { _ in .emit(.failed) }
    }
  }

  static func redux(_ bench: TestBench, _ bank: Shared<[Int]>, _ isMended: Bool) -> ReduxBridge.Store<Order> {
    ReduxBridge.Store(feature: Order(bank: bank, isMended: isMended), initialState: .open, options: bench.options)
  }

  static func play<Engine: StoreEngine<State, Action>>(
    _ store: Engine,
    _ bench: TestBench,
    _ bank: Shared<[Int]>
  ) async {
    bench.finally(store, "the bank has one payment at most") { _ in bank.value.count <= 1 }
    await bench.step("taps Pay") { store.send(.payTapped) }
  }
}
