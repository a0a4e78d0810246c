import EffectViewEngine
import ReduxBridge
import StoreSimulation

/// A chat connects each time it appears, unless it is connected: if it appears while it connects, it subscribes twice.
extension PlantedBug {
  static let secondSubscription = PlantedBug(
    name: "second subscription after re-appearing",
    plays: [
      ("redux", { bench, isMended in await SecondSubscription.play(SecondSubscription.redux(bench, isMended), bench) }),
      (
        "effectview",
        { bench, isMended in
          await SecondSubscription.play(SecondSubscription.effectView(bench, isMended), bench)
        }
      ),
    ]
  )
}

@MainActor
private enum SecondSubscription {
  struct Chat: Sendable {
    var isConnected = false
    var messages: [String] = []

    mutating func change(by action: Action) {
      switch action {
      case .appeared: break
      case .connected: isConnected = true
      case .received(let message): messages.append(message)
      case .closed: isConnected = false
      }
    }
  }

  enum Action: Sendable {
    case appeared
    case connected
    case received(String)
    case closed
  }

  /// Returns a feed that sends what was missed, and goes on.
  nonisolated static func feed() -> AsyncStream<Action> {
    AsyncStream { $0.yield(.received("hello")) }
  }

  struct Messages: FeatureType {
    let isMended: Bool

    func reduce(into state: inout Chat, action: Action) async {
      state.change(by: action)
    }

    func effect(of action: Action, state: Chat) -> EffectProgram<Action> {
      let policy = isMended ? LaunchPolicy.keepRunning : .concurrent
      switch action {
      case .appeared where !state.isConnected: return .task(EffectOptions(id: "connect", policy: policy)) { .connected }
      case .connected: return .stream(EffectOptions(id: "feed", policy: policy)) { SecondSubscription.feed() }
      case .appeared, .received: return .none
      case .closed: return .cancel(.ids(["connect", "feed"]))
      }
    }
  }

  static func redux(_ bench: TestBench, _ isMended: Bool) -> ReduxBridge.Store<Messages> {
    ReduxBridge.Store(feature: Messages(isMended: isMended), initialState: Chat(), options: bench.options)
  }

  static func effectView(_ bench: TestBench, _ isMended: Bool) -> EffectHost<Chat, Action, Void> {
    let policy = isMended ? LaunchPolicy.keepRunning : .concurrent
    let host = EffectHost<Chat, Action, Void>(state: Chat(), options: bench.options) { chat, event in
      chat.change(by: event)
      switch event {
      case .appeared:
        guard !chat.isConnected else { return nil }
        return .task(name: "connect") { input, _ in input(.connected) }.policy(policy)
      case .connected:
        return .stream(name: "feed") { _ in feed() }.policy(policy)
      case .received:
        return nil
      case .closed:
        return .merge([.cancel("connect"), .cancel("feed")])
      }
    }
    host.appear()
    return host
  }

  static func play<Engine: StoreEngine<Chat, Action>>(_ store: Engine, _ bench: TestBench) async {
    bench.always(store, "each message once") { $0.messages.count <= 1 }
    await bench.step("opens the chat") { store.send(.appeared) }
    await bench.step("comes back from another tab", at: .seconds(1)) { store.send(.appeared) }
    await bench.step("closes the chat", at: .seconds(20)) { store.send(.closed) }
  }
}
