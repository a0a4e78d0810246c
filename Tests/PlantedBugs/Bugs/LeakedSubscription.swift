import ElmEngine
import ReduxBridge
import StoreSimulation

/// A screen connects, then subscribes; if it disappears in between, its cancel is too early, and the feed leaks.
extension PlantedBug {
  static let leakedSubscription = PlantedBug(
    name: "leak of a subscription",
    plays: [
      (
        "elm",
        { bench, isMended in
          let feed = LeakedSubscription.Feed()
          await LeakedSubscription.play(LeakedSubscription.elm(bench, feed, isMended), bench, feed)
        }
      ),
      (
        "redux",
        { bench, isMended in
          let feed = LeakedSubscription.Feed()
          await LeakedSubscription.play(LeakedSubscription.redux(bench, feed, isMended), bench, feed)
        }
      ),
    ]
  )
}

@MainActor
private enum LeakedSubscription {
  /// A feed that knows how many have subscribed.
  final class Feed: Sendable {
    let subscribers = Shared(0)

    func messages() -> AsyncStream<Action> {
      subscribers.change { $0 += 1 }
      return AsyncStream { continuation in
        continuation.yield(.received("hello"))
        continuation.onTermination = { [subscribers] _ in subscribers.change { $0 -= 1 } }
      }
    }
  }

  struct State {
    var messages: [String] = []
  }

  enum Action: Sendable {
    case appeared
    case connected
    case received(String)
    case disappeared
  }

  static func elm(_ bench: TestBench, _ feed: Feed, _ isMended: Bool) -> ElmEngine.Store<State, Action> {
    ElmEngine.Store(initialState: State(), options: bench.options) { state, action in
      switch action {
      case .appeared:
        return .cancellable({ .connected }, "connect")
      case .connected:
        return .program(.stream(EffectOptions(id: "feed")) { feed.messages() })
      case .received(let message):
        state.messages.append(message)
        return .none
      case .disappeared:
        return .program(.cancel(isMended ? .ids(["feed", "connect"]) : .id("feed")))
      }
    }
  }

  struct Chat: FeatureType {
    let feed: Feed
    let isMended: Bool

    func reduce(into state: inout State, action: Action) async {
      if case .received(let message) = action { state.messages.append(message) }
    }

    func effect(of action: Action, state: State) -> EffectProgram<Action> {
      let feed = feed
      switch action {
      case .appeared: return .task(EffectOptions(id: "connect")) { .connected }
      case .connected: return .stream(EffectOptions(id: "feed")) { feed.messages() }
      case .received: return .none
      case .disappeared: return .cancel(isMended ? .ids(["feed", "connect"]) : .id("feed"))
      }
    }
  }

  static func redux(_ bench: TestBench, _ feed: Feed, _ isMended: Bool) -> ReduxBridge.Store<Chat> {
    ReduxBridge.Store(feature: Chat(feed: feed, isMended: isMended), initialState: State(), options: bench.options)
  }

  static func play<Engine: StoreEngine<State, Action>>(_ store: Engine, _ bench: TestBench, _ feed: Feed) async {
    bench.finally(store, "nobody has subscribed") { _ in feed.subscribers.value == 0 }
    await bench.step("opens the chat") { store.send(.appeared) }
    await bench.step("closes it", at: .seconds(1)) { store.send(.disappeared) }
    await bench.step("opens it again", at: .seconds(10)) { store.send(.appeared) }
    await bench.step("closes it again", at: .seconds(11)) { store.send(.disappeared) }
  }
}
