import ElmEngine
import FeatureEngine
import StoreSimulation

/// A poller asks each second, even if the last answer has not arrived.
extension PlantedBug {
  static let overlappingPoller = PlantedBug(
    name: "poller that overlaps itself",
    plays: [
      (
        "elm",
        { bench, isMended in
          let server = OverlappingPoller.Server(bench.clock)
          let store = OverlappingPoller.elm(bench, server, isMended)
          bench.finally(store, "one request at a time") { _ in server.most.value <= 1 }
          await OverlappingPoller.play(store, bench)
        }
      ),
      (
        "feature",
        { bench, isMended in
          let server = OverlappingPoller.Server(bench.clock)
          let store = OverlappingPoller.feature(bench, server, isMended)
          bench.finally(store, "one request at a time") { _ in server.most.value <= 1 }
          await OverlappingPoller.play(store, bench)
        }
      ),
    ]
  )
}

@MainActor
private enum OverlappingPoller {
  /// A server that counts concurrent requests.
  final class Server: Sendable {
    let most = Shared(0)
    private let current = Shared(0)
    private let clock: TestClock

    init(_ clock: TestClock) {
      self.clock = clock
    }

    @concurrent
    func ask() async throws -> Int {
      current.change { $0 += 1 }
      most.change { [count = current.value] in $0 = max($0, count) }
      defer { current.change { $0 -= 1 } }
      try await clock.sleep(for: .milliseconds(300))
      return 1
    }
  }

  enum Action: Sendable {
    case ticked
    case answered(Int)
  }

  static func elm(_ bench: TestBench, _ server: Server, _ isMended: Bool) -> ElmEngine.Store<Int, Action> {
    ElmEngine.Store(initialState: 0, options: bench.options) { (count: inout Int, action: Action) in
      switch action {
      case .ticked:
        let poll = ElmEngine.Effect<Action>.cancellable({ .answered(try await server.ask()) }, "poll")
        return poll.policy(isMended ? .keepRunning : .concurrent)
      case .answered(let answer):
        count += answer
        return .none
      }
    }
  }

  struct Inbox: Feature {
    @Observable
    final class State {
      var count = 0
    }

    typealias Action = OverlappingPoller.Action

    let server: Server
    let isMended: Bool

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .ticked:
          return .run(id: "poll") { _, send in send(.answered(try await server.ask())) }
            .policy(isMended ? .keepRunning : .concurrent)
        case .answered(let answer):
          state.count += answer
          return .none
        }
      }
    }
  }

  static func feature(_ bench: TestBench, _ server: Server, _ isMended: Bool) -> FeatureEngine.Store<Inbox> {
    FeatureEngine.Store(
      initialState: Inbox.State(),
      feature: Inbox(server: server, isMended: isMended),
      options: bench.options
    )
  }

  static func play<Engine: StoreEngine>(_ store: Engine, _ bench: TestBench) async where Engine.Action == Action {
    for second in 1...4 {
      await bench.step("a second passes", at: .seconds(second)) { store.send(.ticked) }
    }
  }
}
