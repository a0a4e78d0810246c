import ElmEngine
import FeatureEngine
import StoreSimulation

/// A profile that was asked for arrives after the user has signed out, and is shown.
extension PlantedBug {
  static let staleResult = PlantedBug(
    name: "stale result after sign-out",
    plays: [
      (
        "elm",
        { bench, isMended in
          let store = StaleResult.elm(bench, isMended)
          bench.always(store, "no profile without a user") { $0.user != nil || $0.profile == nil }
          await StaleResult.play(store, bench)
        }
      ),
      (
        "feature",
        { bench, isMended in
          let store = StaleResult.feature(bench, isMended)
          bench.always(store, "no profile without a user") { $0.user != nil || $0.profile == nil }
          await StaleResult.play(store, bench)
        }
      ),
    ]
  )
}

@MainActor
private enum StaleResult {
  struct State {
    var user: String?
    var profile: String?
  }

  enum Action: Sendable {
    case signedIn(String)
    case loaded(String)
    case signedOut
  }

  static func elm(_ bench: TestBench, _ isMended: Bool) -> ElmEngine.Store<State, Action> {
    ElmEngine.Store(initialState: State(), options: bench.options) { state, action in
      switch action {
      case .signedIn(let user):
        state.user = user
        return .cancellable({ .loaded("the profile of \(user)") }, "profile")
      case .loaded(let profile):
        state.profile = profile
        return .none
      case .signedOut:
        state = State()
        return isMended ? .cancel("profile") : .none
      }
    }
  }

  struct Account: Feature {
    @Observable
    final class State {
      var user: String?
      var profile: String?
    }

    typealias Action = StaleResult.Action

    let isMended: Bool

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .signedIn(let user):
          state.user = user
          return .run(id: "profile") { _, send in send(.loaded("the profile of \(user)")) }
        case .loaded(let profile):
          state.profile = profile
          return .none
        case .signedOut:
          state.user = nil
          state.profile = nil
          return isMended ? .cancel(id: "profile") : .none
        }
      }
    }
  }

  static func feature(_ bench: TestBench, _ isMended: Bool) -> FeatureEngine.Store<Account> {
    FeatureEngine.Store(initialState: Account.State(), feature: Account(isMended: isMended), options: bench.options)
  }

  static func play<Engine: StoreEngine>(_ store: Engine, _ bench: TestBench) async where Engine.Action == Action {
    await bench.step("signs in") { store.send(.signedIn("ann")) }
    await bench.step("signs out", at: .seconds(1)) { store.send(.signedOut) }
    await bench.step("signs in", at: .seconds(5)) { store.send(.signedIn("ben")) }
    await bench.step("signs out", at: .seconds(8)) { store.send(.signedOut) }
  }
}
