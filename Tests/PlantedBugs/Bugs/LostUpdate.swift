import ElmEngine
import FeatureEngine
import StoreSimulation

/// A count is read from the server and written back with one more: of two concurrent updates one is lost.
extension PlantedBug {
  static let lostUpdate = PlantedBug(
    name: "lost update",
    plays: [
      (
        "elm",
        { bench, isMended in
          let server = Shared(0)
          let store = LostUpdate.elm(bench, server, isMended)
          bench.finally(store, "the server has counted each like") { $0 == server.value }
          await LostUpdate.play(store, bench)
        }
      ),
      (
        "feature",
        { bench, isMended in
          let server = Shared(0)
          let store = LostUpdate.feature(bench, server, isMended)
          bench.finally(store, "the server has counted each like") { $0.likes == server.value }
          await LostUpdate.play(store, bench)
        }
      ),
    ]
  )
}

@MainActor
private enum LostUpdate {
  enum Action: Sendable {
    case liked
  }

  /// Reads, waits for the network, and writes.
  @concurrent
  static func like(_ server: Shared<Int>, _ clock: TestClock) async throws {
    let count = server.value
    try await clock.sleep(for: .milliseconds(100))
    server.change { $0 = count + 1 }
  }

  static func elm(_ bench: TestBench, _ server: Shared<Int>, _ isMended: Bool) -> ElmEngine.Store<Int, Action> {
    let clock = bench.clock
    return ElmEngine.Store(initialState: 0, options: bench.options) { (likes: inout Int, _: Action) in
      likes += 1
      let effect = ElmEngine.Effect<Action>.run { _ in try await like(server, clock) }
      return effect.cancellable(id: "like").policy(isMended ? .queue(limit: 100) : .concurrent)
    }
  }

  struct Post: Feature {
    @Observable
    final class State {
      var likes = 0
    }

    typealias Action = LostUpdate.Action

    let server: Shared<Int>
    let clock: TestClock
    let isMended: Bool

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.likes += 1
        return .run(id: "like") { _ in try await LostUpdate.like(server, clock) }
          .policy(isMended ? .queue(limit: 100) : .concurrent)
      }
    }
  }

  static func feature(_ bench: TestBench, _ server: Shared<Int>, _ isMended: Bool) -> FeatureEngine.Store<Post> {
    let post = Post(server: server, clock: bench.clock, isMended: isMended)
    return FeatureEngine.Store(initialState: Post.State(), feature: post, options: bench.options)
  }

  static func play<Engine: StoreEngine>(_ store: Engine, _ bench: TestBench) async where Engine.Action == Action {
    await bench.step("likes") { store.send(.liked) }
    await bench.step("likes", at: .seconds(1)) { store.send(.liked) }
    await bench.step("likes", at: .seconds(4)) { store.send(.liked) }
  }
}
