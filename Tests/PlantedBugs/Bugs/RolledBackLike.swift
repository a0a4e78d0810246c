import ElmEngine
import FeatureEngine
import StoreSimulation

/// A reaction is shown at once and rolled back if the server refuses it, even if the user has chosen another by then.
extension PlantedBug {
  static let rolledBackLike = PlantedBug(
    name: "rollback of a newer like",
    plays: [
      (
        "elm",
        { bench, isMended in
          let server = Shared<String?>(nil)
          let store = RolledBackLike.elm(bench, server, isMended)
          bench.finally(store, "the reaction is the server's") { $0.shown == server.value }
          await RolledBackLike.play(store, bench)
        }
      ),
      (
        "feature",
        { bench, isMended in
          let server = Shared<String?>(nil)
          let store = RolledBackLike.feature(bench, server, isMended)
          bench.finally(store, "the reaction is the server's") { $0.reaction.shown == server.value }
          await RolledBackLike.play(store, bench)
        }
      ),
    ]
  )
}

@MainActor
private enum RolledBackLike {
  struct Reaction {
    var shown: String?
    var accepted: String?

    mutating func rollBack(_ refused: String, to former: String?, _ isMended: Bool) {
      if !isMended {
        shown = former
      } else if shown == refused {
        shown = accepted
      }
    }
  }

  enum Action: Sendable {
    case tapped(String)
    case accepted(String)
    case refused(String, former: String?)
  }

  /// Asks a server that accepts all reactions but one.
  nonisolated static func answer(to reaction: String, former: String?, _ server: Shared<String?>) -> Action {
    guard reaction != "angry" else { return .refused(reaction, former: former) }
    server.change { $0 = reaction }
    return .accepted(reaction)
  }

  static func elm(_ bench: TestBench, _ server: Shared<String?>, _ isMended: Bool) -> ElmEngine.Store<Reaction, Action>
  {
    ElmEngine.Store(initialState: Reaction(), options: bench.options) { (state: inout Reaction, action: Action) in
      switch action {
      case .tapped(let reaction):
        let former = state.shown
        state.shown = reaction
        return .cancellable({ answer(to: reaction, former: former, server) }, "react").policy(.queue(limit: 100))
      case .accepted(let reaction):
        state.accepted = reaction
      case .refused(let reaction, let former):
        state.rollBack(reaction, to: former, isMended)
      }
      return .none
    }
  }

  struct Post: Feature {
    @Observable
    final class State {
      var reaction = Reaction()
    }

    typealias Action = RolledBackLike.Action

    let server: Shared<String?>
    let isMended: Bool

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .tapped(let reaction):
          let former = state.reaction.shown
          state.reaction.shown = reaction
          return .run(id: "react") { _, send in send(answer(to: reaction, former: former, server)) }
            .policy(.queue(limit: 100))
        case .accepted(let reaction):
          state.reaction.accepted = reaction
        case .refused(let reaction, let former):
          state.reaction.rollBack(reaction, to: former, isMended)
        }
        return .none
      }
    }
  }

  static func feature(_ bench: TestBench, _ server: Shared<String?>, _ isMended: Bool) -> FeatureEngine.Store<Post> {
    FeatureEngine.Store(
      initialState: Post.State(),
      feature: Post(server: server, isMended: isMended),
      options: bench.options
    )
  }

  static func play<Engine: StoreEngine>(_ store: Engine, _ bench: TestBench) async where Engine.Action == Action {
    await bench.step("taps the heart") { store.send(.tapped("heart")) }
    await bench.step("taps the angry face", at: .seconds(8)) { store.send(.tapped("angry")) }
    await bench.step("taps the thumb", at: .milliseconds(8_800)) { store.send(.tapped("thumb")) }
  }
}
